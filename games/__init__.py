"""Games of Hand and Foot, Banakil and Marriage: played, scored, kept and shown."""
