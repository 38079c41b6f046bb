"""Real browsers: `BrowserHost` hands out `Session`s, pages that can be observed and used."""
