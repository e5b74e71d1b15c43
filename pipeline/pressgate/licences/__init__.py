"""Licences: their SPDX texts, whether a text is what it claims to be, and what a post may say of its own."""
