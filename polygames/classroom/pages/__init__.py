"""The web server of a class: handlers, rate limits, and the messages to and from pages."""
