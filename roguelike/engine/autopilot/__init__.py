"""Commands that repeat until something happens: travel, explore and rest."""
