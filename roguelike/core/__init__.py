"""Plain values of the game: geometry, dice, chance, sight, paths, colours and sentences. Imports no other package."""
