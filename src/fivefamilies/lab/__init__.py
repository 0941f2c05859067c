"""For researchers: mass play, the laws, benchmarks."""
