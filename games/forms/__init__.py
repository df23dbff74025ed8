"""Forms, made from a variant's questions. They hold no rule of their own: the variant is asked."""
