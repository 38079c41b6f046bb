"""The browser's processes: which Chromium, how it is started, bounded, watched and ended."""
