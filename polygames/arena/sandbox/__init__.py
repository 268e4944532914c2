"""Agents in processes of their own: what they are asked, who watches them, how they end."""
