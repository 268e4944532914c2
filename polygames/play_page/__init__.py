"""The play page: a board in a browser, without a server and without Jupyter.

Python runs in a Web Worker with Pyodide (`worker`). It exchanges messages with the page instead of
using a network. Only the rules (mistune) and the QR code (segno) need a library.
"""
