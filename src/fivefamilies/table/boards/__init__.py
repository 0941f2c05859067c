"""What boards draw so often that a template would be slow: composed in Python, for templates to call."""
