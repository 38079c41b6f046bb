"""Makes a benchmark from a pool of raw queries: deduplicate, check, rebalance (Cookie-Bench, section 3 and appendix A).

Every step reads and writes CSV files, so that each decision can be inspected and taken back.
"""
