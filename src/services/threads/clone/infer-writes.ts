import { memberText, memberTexts, sameJson } from 'exact-json';
import type { SourceCheckpoint } from './source-history.ts';

// Keys with a reducer, as far as a branch shows: a single node wrote something else than what the key was then.
// `branch`: oldest first.
export function reducedKeys(branch: readonly SourceCheckpoint[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { parent, child } of ranSteps(branch)) {
    const written = new Map<string, string[]>();
    for (const { resultText } of parent.tasks)
      for (const { key, text } of memberTexts(resultText ?? '{}'))
        written.set(key, [...(written.get(key) ?? []), text]);
    for (const [key, texts] of written) {
      if (keys.has(key)) continue;
      const after = memberText(child.valuesText, key);
      if (texts.length > 1 || (after !== null && !sameJson(texts[0] ?? '', after))) keys.add(key);
    }
  }
  return keys;
}

// Of each set of next nodes, the nodes that were seen to lead there.
type ObservedWriters = ReadonlyMap<string, ReadonlySet<string>>;

// `branch`: oldest first.
export function observedWriters(branch: readonly SourceCheckpoint[]): ObservedWriters {
  const writers = new Map<string, Set<string>>();
  for (const { parent, child } of ranSteps(branch)) {
    const names = new Set(parent.tasks.map(({ name }) => name));
    const [writer] = names;
    if (names.size !== 1 || writer === undefined || writer === '__start__') continue;
    const key = nextKey(child.next);
    writers.set(key, (writers.get(key) ?? new Set()).add(writer));
  }
  return writers;
}

function ranSteps(
  branch: readonly SourceCheckpoint[],
): { readonly parent: SourceCheckpoint; readonly child: SourceCheckpoint }[] {
  return branch.flatMap((child, index) => {
    const parent = branch[index - 1];
    return parent && child.source === 'loop' ? [{ parent, child }] : [];
  });
}

const maxWriters = 8;

// Nodes after which `next` runs, the likeliest first: those seen to lead there, then by the graph's edges.
export function possibleWriters(
  next: readonly string[],
  observed: ObservedWriters,
  successors: ReadonlyMap<string, readonly string[]>,
): string[] {
  const nextNodes = new Set(next.length === 0 ? ['__end__'] : next);
  const all = [...successors].filter(([name]) => name !== '__start__');
  const exact = all.filter(
    ([, to]) => to.length === nextNodes.size && to.every((name) => nextNodes.has(name)),
  );
  const among = all.filter(([, to]) => [...nextNodes].every((name) => to.includes(name)));
  const start = successors.get('__start__')?.some((name) => nextNodes.has(name)) ? ['__start__'] : [];
  const names = [
    ...(observed.get(nextKey(next)) ?? []),
    ...[...exact, ...among].map(([name]) => name),
    ...start,
  ];
  return [...new Set(names)].slice(0, maxWriters);
}

export function nextKey(next: readonly string[]): string {
  return JSON.stringify(next.toSorted());
}
