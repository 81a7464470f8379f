"""OpenSpiel (Lanctot et al. 2019): its games and bots in Kibitz, and our games and players in OpenSpiel."""
