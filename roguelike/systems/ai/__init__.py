"""What creatures choose to do. Deciding changes nothing but their own minds; it returns an action like anyone's."""
