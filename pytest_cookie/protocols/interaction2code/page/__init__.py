"""What a page shows, element by element: for interactions, their texts and what they change."""
