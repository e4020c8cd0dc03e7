/** Told to the host when a window connects, for its log. It stands alone: a window needs the contract only as types. */
export const contractName = 'remote-graph-studio/1';
