"""The map as data, which every device shows in its own way: as pixels in a window, as cells elsewhere."""
