"""What no player runs: bots, fleets and reports, the benchmark, the search for a win, and the making of fonts."""
