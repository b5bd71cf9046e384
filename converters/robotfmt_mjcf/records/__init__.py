"""Properties that MJCF has no words for: records in ``<custom>``, and what is read from them."""
