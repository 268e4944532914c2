"""A page without a server: the games and lessons in JupyterLite, as files for any web host.

``python -m lite build`` builds the site, and ``python -m lite serve`` serves it on this machine.
docs/lite.md explains both to teachers.
"""
