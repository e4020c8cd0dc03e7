/** The DOM id of a node's button, for `aria-activedescendant`. Any text may be a node's id, spaces included. */
export function nodeDomId(nodeId: string): string {
  return `graph-node-${encodeURIComponent(nodeId)}`;
}
