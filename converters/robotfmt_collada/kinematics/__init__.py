"""Links, joints, their axes and the formulas between them; what systems say of the axes."""
