"""The table as everybody may see it, made into a snapshot: prompts, forms, evidence, and a finished game told again."""
