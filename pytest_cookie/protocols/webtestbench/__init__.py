"""WebTestBench: does a tester find the bugs that people found (Kong et al. 2026, arXiv 2603.25226)?"""
