/** Replaces the package `electron` in unit tests. Code that needs the real one belongs in an e2e spec. */
throw new Error('electron was imported in a unit test; hand the needed part in instead.');
