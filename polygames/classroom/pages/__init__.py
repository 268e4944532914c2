"""How a class is shown: the server, whom it lets in, what each page says and is told."""
