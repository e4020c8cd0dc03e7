import { randomUUID } from 'node:crypto';
import { elementTexts } from 'exact-json';

/** The ID of the one real assistant. */
export const assistantId = '11111111-2222-5333-8444-555555555555';

/** The agent of a run that names none. */
export const defaultAgentId = 'default';

/** Agents that run the graph. Their ids need not be UUIDs. */
export const agentIds: readonly string[] = [defaultAgentId, 'exact'];

/** State as Python's servers store it: each value as the text that was received. */
export type FakeValues = ReadonlyMap<string, string>;

/** What a node does with a state: writes keys, interrupts, or fails. */
export type NodeOutcome =
  | { readonly kind: 'wrote'; readonly update: FakeValues }
  | { readonly kind: 'asked'; readonly valueText: string; readonly named: boolean }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };

/**
 * The only graph of the fake server, `exact`: `receive` copies the value of `id` to `copy`, `confirm` is the
 * last node. Both append their name to `log`, the one key with a reducer. With `ask` true, `confirm`
 * interrupts first and writes the answer to `answer`; with `ask` "nameless" its interrupt has no ID, as on
 * old servers; with `fail` true it fails. Values stay text, so no number is ever rounded.
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

/** `answerText` is the answer to its interrupt, if any. */
export function runNode(name: string, values: FakeValues, answerText: string | null): NodeOutcome {
  const log: [string, string] = ['log', JSON.stringify([name])];
  if (name === 'receive')
    return { kind: 'wrote', update: new Map([['copy', values.get('id') ?? 'null'], log]) };
  if (values.get('fail') === 'true') return { kind: 'failed', name: 'ValueError', message: 'it broke' };
  const mode = values.get('ask');
  if ((mode === 'true' || mode === '"nameless"') && answerText === null) {
    const valueText = `{"question":"Go on?","copy":${values.get('copy') ?? 'null'}}`;
    return { kind: 'asked', valueText, named: mode === 'true' };
  }
  const answer: [string, string][] = answerText === null ? [] : [['answer', answerText]];
  return { kind: 'wrote', update: new Map([...answer, ['done', 'true'], log]) };
}

/** The nodes after a node; `null` is the start. */
export function successors(name: string | null): string[] {
  if (name === null || name === '__start__') return ['receive'];
  return name === 'receive' ? ['confirm'] : [];
}

/** Applies an update: `log` appends, every other key is replaced. */
export function applyUpdate(values: FakeValues, update: FakeValues): Map<string, string> {
  const next = new Map(values);
  for (const [key, text] of update) {
    next.set(key, key === 'log' ? appended(values.get('log') ?? '[]', text) : text);
  }
  return next;
}

/** 32 hex digits, as on both servers. */
export function newInterruptId(): string {
  return randomUUID().replaceAll('-', '');
}

export function serializeValues(values: FakeValues): string {
  return `{${[...values].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

function appended(before: string, added: string): string {
  const items = added.trimStart().startsWith('[') ? elementTexts(added) : [added];
  return `[${[...elementTexts(before), ...items].join(',')}]`;
}
