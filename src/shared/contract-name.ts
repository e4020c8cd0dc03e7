/**
 * Sent when a window connects, for the host's log. In a file of its own, because the window needs the
 * contract only as types.
 */
export const contractName = 'remote-graph-studio/1';
