"""What must not be in an artefact: rules over the walker's views."""
