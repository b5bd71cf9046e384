"""The code of the process that opens a stage with OpenUSD; nothing else imports pxr.

The request is a line of JSON. The answer's body is JSON, of the length ``text``, followed by the bytes of the long
arrays that it refers to.
"""
