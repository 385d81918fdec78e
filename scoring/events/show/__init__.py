"""What people look at: desk, projector, phone, public page."""
