"""Real browsers: `BrowserHost` hands out `RunSession`s, pages that can be observed and used."""
