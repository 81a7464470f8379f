"""OpenSpiel (Lanctot et al. 2019): its games and bots here, our games and players there."""
