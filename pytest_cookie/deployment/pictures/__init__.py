"""Pictures that stand for those of placeholder and stock picture services, painted here."""
