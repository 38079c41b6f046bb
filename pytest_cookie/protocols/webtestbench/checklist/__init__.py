"""The checks that an application is tested against: from the brief, by rules or by a model."""
