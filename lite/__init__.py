"""A page without a server: the games and lessons in JupyterLite, as files for any web host.

``python -m lite build`` makes the site, ``python -m lite serve`` shows it on this machine.
docs/lite.md tells teachers how.
"""
