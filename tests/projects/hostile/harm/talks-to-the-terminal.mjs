console.error('\u001b]0;owned\u0007\u001b[2J\u001b[1;1H\u009b31m\u202eSyntaxError: all is well\u0000\u001b]8;;http://example.com\u0007here')
process.exit(1)
