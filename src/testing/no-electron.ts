/** Stands in for the package `electron` in unit tests: code that needs the real one belongs into an e2e spec. */
throw new Error('electron was imported in a unit test; hand the needed part in instead.');
