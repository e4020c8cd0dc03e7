import { randomUUID } from 'node:crypto';
import { elementTexts } from '../../exact-json/scan/object-members.ts';

/** The id of the one assistant that is real. */
export const assistantId = '11111111-2222-5333-8444-555555555555';

/** State as Python's servers keep it for us: each key's value as the very text that came in. */
export type FakeValues = ReadonlyMap<string, string>;

/** What a node of the stand-in's graph does with a state: writes keys, asks, or fails. */
export type NodeOutcome =
  | { readonly kind: 'wrote'; readonly update: FakeValues }
  | { readonly kind: 'asked'; readonly valueText: string; readonly named: boolean }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };

/**
 * The stand-in's only graph, `exact`: `receive` copies the value of `id` to `copy`, `confirm` ends the work. Both
 * append their name to `log`, the one key with a reducer. With `ask` true, `confirm` asks first and writes the answer
 * to `answer`; with `ask` "nameless" its question has no id, as those of old servers; with `fail` true it fails. Every value passes as text, so that no number is ever rounded.
 */
export const nodeNames = ['receive', 'confirm'] as const;

export const fakeGraphJson = {
  nodes: [
    { id: '__start__', type: 'runnable', data: { id: ['langgraph', 'RunnableCallable'], name: '__start__' } },
    ...nodeNames.map((name) => ({
      id: name,
      type: 'runnable',
      data: { id: ['langgraph', 'RunnableCallable'], name },
    })),
    { id: '__end__' },
  ],
  edges: [
    { source: '__start__', target: 'receive' },
    { source: 'receive', target: 'confirm' },
    { source: 'confirm', target: '__end__' },
  ],
};

export const fakeSchemasJson = {
  graph_id: 'exact',
  input_schema: { title: 'Input', type: 'object', properties: { id: {}, ask: { type: 'boolean' } } },
  output_schema: { title: 'Output', type: 'object' },
  state_schema: { title: 'State', type: 'object' },
};

/** Runs one node. `answerText` is the answer to its question, when there is one. */
export function runNode(name: string, values: FakeValues, answerText: string | null): NodeOutcome {
  const log: [string, string] = ['log', JSON.stringify([name])];
  if (name === 'receive')
    return { kind: 'wrote', update: new Map([['copy', values.get('id') ?? 'null'], log]) };
  if (values.get('fail') === 'true') return { kind: 'failed', name: 'ValueError', message: 'it broke' };
  const ask = values.get('ask');
  if ((ask === 'true' || ask === '"nameless"') && answerText === null) {
    const valueText = `{"question":"Go on?","copy":${values.get('copy') ?? 'null'}}`;
    return { kind: 'asked', valueText, named: ask === 'true' };
  }
  const answer: [string, string][] = answerText === null ? [] : [['answer', answerText]];
  return { kind: 'wrote', update: new Map([...answer, ['done', 'true'], log]) };
}

/** What runs after a node; `null` is the node before all others. */
export function successors(name: string | null): string[] {
  if (name === null || name === '__start__') return ['receive'];
  return name === 'receive' ? ['confirm'] : [];
}

/** The state after an update: `log` appends, every other key is replaced. */
export function applyUpdate(values: FakeValues, update: FakeValues): Map<string, string> {
  const next = new Map(values);
  for (const [key, text] of update) {
    next.set(key, key === 'log' ? appended(values.get('log') ?? '[]', text) : text);
  }
  return next;
}

/** A new interrupt id: 32 hex digits, as both servers make them. */
export function newInterruptId(): string {
  return randomUUID().replaceAll('-', '');
}

/** An object text from its members' texts. */
export function serializeValues(values: FakeValues): string {
  return `{${[...values].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

function appended(before: string, added: string): string {
  const items = added.trimStart().startsWith('[') ? elementTexts(added) : [added];
  return `[${[...elementTexts(before), ...items].join(',')}]`;
}
