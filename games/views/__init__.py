"""What a person can do, by what it is they do."""
