"""What every game promises: protocol, errors, records, the registry and the contract."""
