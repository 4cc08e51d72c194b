"""Tools for developers: bots, the balance report, the benchmark, the search for a winning game, and fonts."""
