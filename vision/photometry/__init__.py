"""What a picture's light does to colours, and how it is taken off again."""
