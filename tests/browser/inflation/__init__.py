"""Pages that try to raise their own score, and what that brings them."""
