"""The other extras of OpenRAVE: manipulators, collisions, values of links and joints, grabbed bodies."""
