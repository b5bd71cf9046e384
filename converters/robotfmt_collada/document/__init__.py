"""The syntax of COLLADA: addresses, copies, transforms, formulas, the order of siblings; knows no robot."""
