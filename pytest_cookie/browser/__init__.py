"""Real browsers: `BrowserHost` opens `Session`s, pages that can be observed and used."""
