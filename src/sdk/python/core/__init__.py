"""The part of the package that is written by hand. Import from `team_api` instead."""
