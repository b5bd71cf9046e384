"""The code of the process that expands a document; see :mod:`robotfmt.xacro`. Nothing else imports it."""
