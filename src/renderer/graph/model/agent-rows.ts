import type { GraphShape } from '../../../shared/model/graph.ts';
import { escapeInvisibleLine } from '../../../shared/escape-invisible.ts';
import type { AgentActivity } from '../../shared-ui/agent-activity.ts';

/** The names of what a node that runs tools did; see {@link AgentActivity}. */
export interface AgentNames {
  readonly tools: readonly string[];
  readonly subAgents: readonly (string | null)[];
}

/** A line in the box of a node that runs tools: a heading, a tool, an agent that tools start, or how many more. */
export type AgentRow =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'tool'; readonly name: string }
  | { readonly kind: 'agent'; readonly name: string | null }
  | { readonly kind: 'more'; readonly text: string; readonly names: readonly string[] };

// Lists beyond this number of rows end with their number.
const maxRows = { tools: 5, subAgents: 3 };
// Names in the tooltip of the rest, and names that are remembered at all.
const maxNames = 40;

/** Marks the nodes that call a model in a loop with tools, which servers describe like any other node. */
export function markModelNodes(shape: GraphShape): GraphShape {
  const tools = new Set(shape.nodes.filter(({ kind }) => kind === 'tool').map(({ id }) => id));
  if (tools.size === 0) return shape;
  const edgesFromTools = new Set(
    shape.edges.filter(({ source }) => tools.has(source)).map(({ source, target }) => `${target}\n${source}`),
  );
  const callers = new Set(
    shape.edges
      .filter(({ source, target }) => tools.has(target) && edgesFromTools.has(`${source}\n${target}`))
      .map(({ source }) => source),
  );
  return {
    ...shape,
    nodes: shape.nodes.map((node) =>
      node.kind === 'plain' && callers.has(node.id) ? { ...node, kind: 'model' } : node,
    ),
  };
}

/** The names in activities, as text: it changes only when a name does. */
export function agentNamesText(agents: ReadonlyMap<string, AgentActivity>): string {
  return JSON.stringify(
    [...agents].map(([id, { tools, subAgents }]): [string, AgentNames] => [
      id,
      { tools: tools.map(({ name }) => name), subAgents: subAgents.map(({ name }) => name) },
    ]),
  );
}

/**
 * Adds names to those that were seen before, so that a node keeps its size while threads and checkpoints
 * change. Returns the same map if there is none to add.
 */
export function addAgentNames(
  namesById: ReadonlyMap<string, AgentNames>,
  namesText: string,
): ReadonlyMap<string, AgentNames> {
  const entries = JSON.parse(namesText) as readonly [string, AgentNames][];
  const all = new Map(namesById);
  let isSame = true;
  for (const [id, { tools, subAgents }] of entries) {
    const before = namesById.get(id) ?? { tools: [], subAgents: [] };
    const next = { tools: union(before.tools, tools), subAgents: union(before.subAgents, subAgents) };
    if (next.tools === before.tools && next.subAgents === before.subAgents) continue;
    isSame = false;
    all.set(id, next);
  }
  return isSame ? namesById : all;
}

function union<Name>(before: readonly Name[], names: readonly Name[]): readonly Name[] {
  const newNames = names.filter((name) => !before.includes(name)).slice(0, maxNames - before.length);
  return newNames.length === 0 ? before : [...before, ...newNames];
}

/** The rows of a node. A subgraph without a name is listed only if there is no other. */
export function agentRows({ tools, subAgents }: AgentNames): readonly AgentRow[] {
  const named = subAgents.filter((name) => name !== null);
  const agents = named.length > 0 ? named : subAgents;
  return [
    ...section(
      'Tools seen',
      tools.map((name) => ({ kind: 'tool', name })),
      maxRows.tools,
    ),
    ...section(
      'Sub-agents seen',
      agents.map((name) => ({ kind: 'agent', name })),
      maxRows.subAgents,
    ),
  ];
}

type NamedRow = Extract<AgentRow, { kind: 'tool' | 'agent' }>;

function section(heading: string, rows: readonly NamedRow[], limit: number): readonly AgentRow[] {
  if (rows.length === 0) return [];
  const title: AgentRow = { kind: 'heading', text: heading };
  // A row for the number takes as much room as a name.
  if (rows.length <= limit) return [title, ...rows];
  const hiddenNames = rows.slice(limit - 1).map(rowName);
  return [
    title,
    ...rows.slice(0, limit - 1),
    { kind: 'more', text: `+${hiddenNames.length} more`, names: hiddenNames },
  ];
}

export function rowName({ name }: NamedRow): string {
  return name === null ? 'subgraph' : escapeInvisibleLine(name);
}
