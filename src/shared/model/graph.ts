import * as z from 'zod/mini';

/** Decides a node's icon. `subgraph` nodes are containers. */
export const GraphNodeKind = z.enum(['start', 'end', 'subgraph', 'tool', 'model', 'plain']);
export type GraphNodeKind = z.infer<typeof GraphNodeKind>;

/**
 * A node of the fully expanded graph. Ids are the server's: `write:deep:polish` is in container `write:deep`, which is
 * in `write` (docs/protocol.md, X-ray). Containers are nodes too, even if the server only implies them.
 *
 * - `label`: Last part of the id.
 * - `parent`: Id of the container; `null` at the top level.
 * - `breakBefore`: Breakpoints declared by the graph itself.
 */
export const GraphNode = z.strictObject({
  id: z.string(),
  label: z.string(),
  parent: z.nullable(z.string()),
  kind: GraphNodeKind,
  breakBefore: z.boolean(),
  breakAfter: z.boolean(),
});
export type GraphNode = z.infer<typeof GraphNode>;

export const GraphEdge = z.strictObject({
  id: z.string(),
  source: z.string(),
  target: z.string(),
  conditional: z.boolean(),
  label: z.nullable(z.string()),
});
export type GraphEdge = z.infer<typeof GraphEdge>;

/** An assistant's whole graph. `depth`: levels below the top; 0 for a flat graph. */
export const GraphShape = z.strictObject({
  nodes: z.array(GraphNode),
  edges: z.array(GraphEdge),
  depth: z.int().check(z.nonnegative()),
});
export type GraphShape = z.infer<typeof GraphShape>;
