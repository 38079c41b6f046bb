"""What calls cost: prices, the run's ledger and its budget."""
