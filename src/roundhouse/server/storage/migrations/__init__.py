"""Steps from one form of the database to the next; they run by themselves when the server starts."""
