import { z } from 'zod';

/** What a node is, for its icon. `subgraph` nodes are containers. */
export const GraphNodeKind = z.enum(['start', 'end', 'subgraph', 'tool', 'model', 'plain']);
export type GraphNodeKind = z.infer<typeof GraphNodeKind>;

/**
 * A node of the fully expanded graph. Ids are the server's: `write:deep:polish` lies in container `write:deep`, which
 * lies in `write` (docs/protocol.md, X-ray). Containers are nodes too, also where the server only implies them.
 */
export const GraphNode = z.strictObject({
  id: z.string(),
  /** The last part of the id. */
  label: z.string(),
  /** The container's id, `null` at the top level. */
  parent: z.string().nullable(),
  kind: GraphNodeKind,
  /** Breakpoints that the graph itself declares. */
  breakBefore: z.boolean(),
  breakAfter: z.boolean(),
});
export type GraphNode = z.infer<typeof GraphNode>;

/** An edge between two nodes of the expanded graph. `label` is the branch's name where the server gives one. */
export const GraphEdge = z.strictObject({
  id: z.string(),
  source: z.string(),
  target: z.string(),
  conditional: z.boolean(),
  label: z.string().nullable(),
});
export type GraphEdge = z.infer<typeof GraphEdge>;

/** The whole graph of an assistant. `depth` is the number of levels below the top one: 0 for a flat graph. */
export const GraphShape = z.strictObject({
  nodes: z.array(GraphNode),
  edges: z.array(GraphEdge),
  depth: z.int().nonnegative(),
});
export type GraphShape = z.infer<typeof GraphShape>;
