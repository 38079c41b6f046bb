"""Builds projects in limited, isolated processes, and ends every one of them afterwards."""
