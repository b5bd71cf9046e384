"""Links, joints, their axes and the formulas between them, and the systems that control the axes."""
