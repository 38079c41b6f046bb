"""Reports made from records: terminal, `summary.json`, static site, comparison, gate, data for other reporters."""
