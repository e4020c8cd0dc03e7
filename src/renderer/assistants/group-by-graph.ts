import type { Assistant } from '../../shared/model/assistant.ts';

export interface GraphGroup {
  readonly graphId: string;
  readonly assistants: readonly Assistant[];
}

/** Assistants by graph, both in alphabetical order; the one that the server made for the graph comes first. */
export function groupByGraph(assistants: readonly Assistant[]): readonly GraphGroup[] {
  const groups = new Map<string, Assistant[]>();
  for (const assistant of assistants) {
    const group = groups.get(assistant.graphId) ?? [];
    groups.set(assistant.graphId, [...group, assistant]);
  }
  return [...groups]
    .map(([graphId, group]) => ({ graphId, assistants: group.toSorted(byOriginAndName) }))
    .toSorted((a, b) => a.graphId.localeCompare(b.graphId));
}

function byOriginAndName(a: Assistant, b: Assistant): number {
  if (a.bySystem !== b.bySystem) return a.bySystem ? -1 : 1;
  return a.name.localeCompare(b.name);
}

/** The quiet words after an assistant's name: its graph when the name does not say it, and its version. */
export function assistantNote({ name, graphId, version }: Assistant): string {
  const parts = [name === graphId ? null : graphId, version === null ? null : `v${version}`];
  return parts.filter((part) => part !== null).join(' · ');
}
