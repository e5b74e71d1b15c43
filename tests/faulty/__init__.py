"""Servers of ours with one fault each, over stdio and HTTP, in both eras. Raw: no SDK would send most of it."""
