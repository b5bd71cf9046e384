"""Where things stand: nodes, what is bound to them, and the masses of rigid bodies."""
