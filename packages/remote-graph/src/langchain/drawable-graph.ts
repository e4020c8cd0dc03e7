import type { Edge, Node } from '@langchain/core/runnables/graph';
import { Graph } from '@langchain/core/runnables/graph';
import { isObject } from '../http/response-checks.ts';
import type { WireGraph, WireGraphNode } from '../http/api-types.ts';

/**
 * A LangChain node with the server's `type` (`runnable`, `schema`, ...), which LangChain has no field for.
 */
export interface RemoteNode extends Node {
  readonly type?: string;
}

// The server's graph as LangChain's `Graph`, for `drawMermaid`. Nodes are named by their data or id.
export function toDrawableGraph({ nodes, edges }: WireGraph): Graph {
  const drawn = nodes.map((node) => [String(node.id), drawnNode(node)] as const);
  return new Graph({
    nodes: Object.fromEntries(drawn),
    edges: edges.map(({ source, target, data, conditional }): Edge => ({
      source: String(source),
      target: String(target),
      ...(typeof data === 'string' ? { data } : {}),
      ...(conditional === undefined ? {} : { conditional }),
    })),
  });
}

function drawnNode({ id, type, data, metadata }: WireGraphNode): RemoteNode {
  const named =
    isObject(data) && typeof data['name'] === 'string' && data['name'] !== '' ? data['name'] : null;
  const inner = isObject(data) && isObject(data['metadata']) ? data['metadata'] : {};
  return {
    id: String(id),
    name: typeof data === 'string' && data !== '' ? data : (named ?? String(id)),
    // The server's description of the node, not a callable runnable.
    data: (data ?? {}) as Node['data'],
    metadata: { ...inner, ...metadata },
    ...(type === undefined ? {} : { type }),
  };
}
