"""The ten failures of rebuilt interactions (Interaction2Code, section 6.4), attributed from recorded evidence."""
