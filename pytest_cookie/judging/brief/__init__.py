"""What a brief asks for, extracted without a model, and whether people can see it on the page."""
