import type { Assistant } from '../../shared/model/assistant.ts';

export interface GraphGroup {
  readonly graphId: string;
  readonly assistants: readonly Assistant[];
  // Names that several of them have: only their IDs tell these apart.
  readonly sharedNames: ReadonlySet<string>;
}

// "Bot 9" before "Bot 10".
const names = new Intl.Collator(undefined, { numeric: true });

export type AssistantSort = 'name' | 'updated' | 'version';

// Assistants by graph, graphs in alphabetical order. By name, the one that the server made for the graph comes
// first; by time or version, the newest or highest one, and last those without.
export function groupByGraph(
  assistants: readonly Assistant[],
  sort: AssistantSort = 'name',
): readonly GraphGroup[] {
  const groups = new Map<string, Assistant[]>();
  for (const assistant of assistants) {
    const group = groups.get(assistant.graphId);
    if (group) group.push(assistant);
    else groups.set(assistant.graphId, [assistant]);
  }
  return [...groups]
    .map(([graphId, group]) => ({
      graphId,
      assistants: group.toSorted(orders[sort]),
      sharedNames: repeatedNames(group),
    }))
    .toSorted((a, b) => names.compare(a.graphId, b.graphId));
}

function repeatedNames(assistants: readonly Assistant[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of assistants) {
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return repeated;
}

export function searchAssistants(assistants: readonly Assistant[], search: string): readonly Assistant[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return assistants;
  return assistants.filter((one) => {
    const { name, description, graphId, assistantId, configText, contextText } = one;
    const text = [name, description, graphId, assistantId, configText, contextText].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const orders: Readonly<Record<AssistantSort, (a: Assistant, b: Assistant) => number>> = {
  name: byOriginAndName,
  updated: (a, b) => timeOf(b) - timeOf(a) || byOriginAndName(a, b),
  version: (a, b) => (b.version ?? 0) - (a.version ?? 0) || byOriginAndName(a, b),
};

function timeOf({ updatedAt }: Assistant): number {
  const ms = Date.parse(updatedAt ?? '');
  return Number.isNaN(ms) ? 0 : ms;
}

function byOriginAndName(a: Assistant, b: Assistant): number {
  if (a.bySystem !== b.bySystem) return a.bySystem ? -1 : 1;
  return names.compare(a.name, b.name);
}

/** The quiet words after an assistant's name: its graph when the name does not say it, and its version. */
export function assistantNote({ name, graphId, version }: Assistant): string {
  const parts = [name === graphId ? null : graphId, version === null ? null : `v${version}`];
  return parts.filter((part) => part !== null).join(' · ');
}
