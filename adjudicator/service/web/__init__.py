"""The door for browsers: the same guarded calls as gRPC's over HTTP/1.1, and the pages of the console.

Needs the extra `web`; imported only if the option asks for it. One adapter (connectrpc) speaks Connect in binary and
in JSON, Connect's GET, and gRPC-Web; uvicorn reads and writes HTTP. docs/web.md tells how to run it.
"""
