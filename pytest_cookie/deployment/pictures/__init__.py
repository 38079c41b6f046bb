"""Painted replacements for images of placeholder and stock photo services."""
