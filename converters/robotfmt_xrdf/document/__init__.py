"""The syntax of XRDF: values, versions, and the programs that read it; knows no robot."""
