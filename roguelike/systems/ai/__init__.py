"""What creatures choose to do. Deciding changes nothing but Minds, and returns an action like the player's."""
