"""How devices draw the stage: as cells or as pixels, with its ground, its light and its marks."""
