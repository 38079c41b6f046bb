"""Records → what people read: terminal, summary.json, the static site, attachments for other reporters."""
