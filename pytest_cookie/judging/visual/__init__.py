"""How a page looks, measured: palette, alignment, typography, use of CSS."""
