"""Ticket to Ride: Europe (Alan R. Moon, 2005): claim railway routes across the Europe of 1901."""

from roundhouse.games.ticket_to_ride.game import TicketToRide

game = TicketToRide()

__all__ = ["TicketToRide", "game"]
