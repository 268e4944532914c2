"""What a board has done beside the event loop, or a moment later."""
