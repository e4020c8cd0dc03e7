import { findUnsafeNumbers } from '../../exact-json/numbers/unsafe-numbers.ts';
import { formatJson } from '../../exact-json/scan/format.ts';
import { describeCheck, type Check } from '../inputs/check.ts';
import { ownOfMessages } from '../inputs/own-of-messages.ts';
import { expressionCode, type CodeDialect } from './expression-code.ts';
import {
  commonNotes,
  usedHelpers,
  type TestHelper,
  type TestSource,
  type WrittenTest,
} from './test-source.ts';

/**
 * A plain test for vitest that uses the public client, `@langchain/langgraph-sdk`: it runs the input on a new thread and
 * asserts the checks. It needs nothing of the studio. Texts of the input are data in it, never code.
 */
export function writeVitest(source: TestSource): WrittenTest {
  const { name, input, assistantId, graphId, url } = source;
  const { start, state, configText, contextText, stopAfter, checks } = input;
  const needsHistory = checks.some(({ kind }) => kind === 'path');
  const needsSchema = checks.some(({ kind }) => kind === 'schema');
  const payload = [
    start.kind === 'input' ? `input: ${json(start.inputText)}` : null,
    start.kind === 'command' ? `command: ${json(start.commandText)}` : null,
    start.kind === 'continue' ? 'input: null' : null,
    configText === null ? null : `config: ${json(configText)}`,
    contextText === null ? null : `context: ${json(contextText)}`,
    stopAfter.length === 0 ? null : `interruptAfter: ${JSON.stringify(stopAfter)}`,
  ].filter((part) => part !== null);
  const supersteps =
    state === null
      ? ''
      : `,\n    supersteps: [{ updates: [{ values: ${json(state.valuesText)}, asNode: ${JSON.stringify(state.asNode)} }] }]`;
  const asserts = [
    ...(checks.some(({ kind }) => kind === 'status') ? [] : [`  expect(ending).not.toBe('failed');`]),
    ...checks.map((check) => `  ${assertion(check)}`),
  ].join('\n');
  const body = `test(${JSON.stringify(name)}, async () => {
  const { thread_id: threadId } = await client.threads.create({
    graphId: ${JSON.stringify(graphId)}${supersteps},
  });
  const { run_id: runId } = await client.runs.create(threadId, ${JSON.stringify(assistantId)}, {
    ${payload.join(',\n    ')},
  });
  // A failed run is judged below.
  await client.runs.join(threadId, runId).catch(() => undefined);
  const run = await client.runs.get(threadId, runId);
  const state = await client.threads.getState<Record<string, unknown>>(threadId);
  const values = state.values;
  const waits = state.tasks.some((task) => (task.interrupts ?? []).length > 0);
  const ending = waits ? 'waiting' : run.status === 'success' ? 'finished' : 'failed';
${needsHistory ? `  const history = (await client.threads.getHistory(threadId, { limit: 1000 })).reverse();\n` : ''}
${asserts}
}, 300_000);
`;
  const helpers = usedHelpers(body, allHelpers);
  const code = helpers.map((helper) => `\n${helper.code}`).join('');
  const imports = [
    code.includes('isDeepStrictEqual(') ? `import { isDeepStrictEqual } from 'node:util';` : null,
    needsSchema ? `import { Validator } from '@cfworker/json-schema';` : null,
    `import { Client } from '@langchain/langgraph-sdk';`,
    `import { expect, test } from 'vitest';`,
  ].filter((line) => line !== null);
  const text = `// A regression test, written by RemoteGraph Studio. Run it with: npx vitest run
// LANGGRAPH_URL names another server, LANGGRAPH_API_KEY a key.
${imports.join('\n')}

const client = new Client({
  apiUrl: process.env['LANGGRAPH_URL'] ?? ${JSON.stringify(url)},
  ...(process.env['LANGGRAPH_API_KEY'] ? { apiKey: process.env['LANGGRAPH_API_KEY'] } : {}),
});

${body}${code}`;
  const texts = [payload.join(), ...checks.map((check) => ('valueText' in check ? check.valueText : ''))];
  return {
    text,
    notes: [
      `It needs vitest and @langchain/langgraph-sdk${needsSchema ? ', and @cfworker/json-schema' : ''}.`,
      ...commonNotes(source),
      ...(texts.some((one) => findUnsafeNumbers(one, 'values').length > 0)
        ? ['JavaScript rounds some of its numbers. The Python test keeps them.']
        : []),
    ],
  };
}

const dialect: CodeDialect = {
  json: (text) => json(text),
  state: (key) => (key === null ? 'values' : `values[${JSON.stringify(key)}]`),
  not: (code) => `!${code}`,
  later: (code) => `() => ${code}`,
  calculate: (left, operator, right) =>
    operator === '+'
      ? `plus(${left}, ${right})`
      : `(${[left, right].map((code) => (/^\d/.test(code) ? code : `numberOf(${code})`)).join(` ${operator} `)})`,
  method: (of, name, args) =>
    name === 'keys'
      ? `keysOf(${of})`
      : `textOf(${of}).${methods[name] ?? name}(${args.map((arg) => `textOf(${arg})`).join(', ')})`,
};

const methods: Readonly<Record<string, string>> = {
  startswith: 'startsWith',
  endswith: 'endsWith',
  lower: 'toLowerCase',
  upper: 'toUpperCase',
  strip: 'trim',
};

function assertion(check: Check): string {
  const label = JSON.stringify(describeCheck(check));
  const of = 'of' in check && check.of !== null ? expressionCode(check.of, dialect) : 'values';
  switch (check.kind) {
    case 'status':
      return `expect(ending).toBe(${JSON.stringify(check.is)});`;
    case 'equals':
      return `expect(${of} ?? null, ${label}).toEqual(${json(check.valueText)});`;
    case 'contains':
      return `expect(contains(${of}, ${json(check.valueText)}), ${label}).toBe(true);`;
    case 'recorded':
      return `expect(comparable(${of}), ${label}).toEqual(comparable(${json(check.valueText)}));`;
    case 'schema':
      return `expect(new Validator(${json(check.schemaText)}, '2020-12').validate(${of} ?? null).errors, ${label}).toEqual([]);`;
    case 'expression':
      return `expect(truthy(${expressionCode(check.expression, dialect)}), ${label}).toBe(true);`;
    case 'tokens':
      return `expect(tokensOf(values), 'reported tokens').toBeGreaterThan(0);\n  expect(tokensOf(values), ${label}).toBeLessThan(${check.below});`;
    case 'time':
      return `expect((Date.parse(run.updated_at) - Date.parse(run.created_at)) / 1000, ${label}).toBeLessThan(${check.below});`;
    case 'cost':
      return '// Its cost is not asserted: prices are in the studio.';
    case 'path':
      return `expect(follows(stepsOf(history), ${JSON.stringify(check.nodes)}, ${check.exactly}), ${label}).toBe(true);`;
  }
}

/** JSON is JavaScript, but for a member that would set the prototype. */
function json(text: string): string {
  if (/"(?:_|\\u005[fF]){2}proto/.test(text)) return `JSON.parse(${JSON.stringify(text)})`;
  return formatJson(text).replaceAll('\n', '\n    ');
}

const allHelpers: readonly TestHelper[] = [
  {
    name: 'comparable',
    code: `/** Without what differs each time: the IDs of messages, and what servers report beside them. */
function comparable(value: any): any {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (Array.isArray(value)) return value.map(comparable);
  const isMessage = typeof value.type === 'string' && 'content' in value;
  const isToolCall = 'args' in value && 'name' in value && 'id' in value;
  const members = Object.entries(value)
    .filter(([key]) => !(isMessage && ${JSON.stringify(ownOfMessages)}.includes(key)))
    .filter(([key]) => !(isToolCall && key === 'id'));
  return Object.fromEntries(members.map(([key, member]) => [key, comparable(member)]));
}
`,
  },
  {
    name: 'contains',
    code: `/** A text in a text, an item in a list, members in an object. */
function contains(found: unknown, wanted: unknown): boolean {
  if (typeof found === 'string' && typeof wanted === 'string') return found.includes(wanted);
  return Array.isArray(found) ? found.some((item: unknown) => hasMembers(item, wanted)) : hasMembers(found, wanted);
}
`,
  },
  {
    name: 'hasMembers',
    code: `function hasMembers(found: unknown, wanted: unknown): boolean {
  if (!isObject(found) || !isObject(wanted)) return equal(found, wanted);
  return Object.keys(wanted).every((key) => Object.hasOwn(found, key) && hasMembers(found[key], wanted[key]));
}
`,
  },
  {
    name: 'member',
    code: `/** Of nothing, there is nothing. */
function member(of: unknown, key: unknown): unknown {
  if (typeof of === 'string' || Array.isArray(of)) {
    return key === 'length' ? of.length : (of.at(typeof key === 'number' ? key : NaN) ?? null);
  }
  if (!isObject(of)) return null;
  if (key === 'length' && !Object.hasOwn(of, 'length')) return Object.keys(of).length;
  return Object.hasOwn(of, String(key)) ? (of[String(key)] ?? null) : null;
}
`,
  },
  {
    name: 'includes',
    code: `function includes(of: unknown, item: unknown): boolean {
  if (typeof of === 'string') return typeof item === 'string' && of.includes(item);
  if (Array.isArray(of)) return of.some((one: unknown) => equal(one, item));
  return isObject(of) && Object.hasOwn(of, String(item));
}
`,
  },
  {
    name: 'isObject',
    code: `function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
`,
  },
  {
    name: 'equal',
    code: `function equal(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a ?? null, b ?? null);
}
`,
  },
  {
    name: 'order',
    code: `/** Only numbers, and only texts, are less or more. */
function order(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return numberOf(a) - numberOf(b);
}
`,
  },
  {
    name: 'numberOf',
    code: `function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : NaN;
}
`,
  },
  {
    name: 'plus',
    code: `/** Numbers are added, texts joined. */
function plus(a: unknown, b: unknown): unknown {
  return typeof a === 'string' && typeof b === 'string' ? a + b : numberOf(a) + numberOf(b);
}
`,
  },
  {
    name: 'textOf',
    code: `function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
`,
  },
  {
    name: 'keysOf',
    code: `function keysOf(value: unknown): string[] {
  return isObject(value) ? Object.keys(value) : [];
}
`,
  },
  {
    name: 'either',
    code: `function either(a: unknown, b: () => unknown): unknown {
  return truthy(a) ? a : b();
}
`,
  },
  {
    name: 'both',
    code: `function both(a: unknown, b: () => unknown): unknown {
  return truthy(a) ? b() : a;
}
`,
  },
  {
    name: 'truthy',
    code: `/** Empty texts, lists and objects count as false. */
function truthy(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
`,
  },
  {
    name: 'tokensOf',
    code: `/** The tokens that messages report, each message once. */
function tokensOf(values: unknown): number {
  const seen = new Map<unknown, number>();
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 5) return;
    const usage = member(value, 'usage_metadata');
    const tokens = ['input_tokens', 'output_tokens'].map((name) => numberOf(member(usage, name) ?? 0));
    if (usage !== null) seen.set(member(value, 'id') ?? Symbol(), tokens.reduce((sum, count) => sum + count, 0));
    else for (const part of Object.values(value) as unknown[]) visit(part, depth + 1);
  };
  visit(values, 0);
  return [...seen.values()].reduce((sum, count) => sum + count, 0);
}
`,
  },
  {
    name: 'stepsOf',
    code: `/** The nodes that ran, by superstep. */
function stepsOf(history: unknown[]): string[][] {
  const steps = history.map((state, index) =>
    listOf(member(state, 'tasks'))
      .filter((task) => member(task, 'name') !== '__start__')
      .filter(
        (task) =>
          index < history.length - 1 ||
          ['result', 'error'].some((key) => member(task, key) !== null) ||
          listOf(member(task, 'interrupts')).length > 0,
      )
      .map((task) => textOf(member(task, 'name'))),
  );
  return steps.filter((names) => names.length > 0);
}
`,
  },
  {
    name: 'listOf',
    code: `function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
`,
  },
  {
    name: 'follows',
    code: `/** Nodes in the order of their supersteps; within one, in any order. */
function follows(steps: string[][], nodes: string[], exactly: boolean): boolean {
  let at = 0;
  for (const names of steps) {
    const left = [...names];
    for (let index = left.indexOf(nodes[at] ?? ''); index >= 0; index = left.indexOf(nodes[at] ?? '')) {
      left.splice(index, 1);
      at += 1;
    }
    if (exactly && left.length > 0) return false;
  }
  return at === nodes.length;
}
`,
  },
];
