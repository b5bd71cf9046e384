"""The code of the process in which a program loads a document; see :mod:`robotfmt.load`. Nothing else imports it."""
