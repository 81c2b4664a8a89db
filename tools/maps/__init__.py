"""Builds the drawn maps: coastlines bent to a board's lattice, and the places of everything on it."""
