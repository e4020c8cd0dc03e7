import { findUnsafeNumbers } from 'exact-json';
import { scriptLiteral, scriptString } from './code-literals.ts';
import { describeCheck, type Check } from '../inputs/check.ts';
import { expressionCode, type CodeDialect } from './expression-code.ts';
import {
  commonNotes,
  createUsedHelpers,
  type TestSource,
  type UsedHelpers,
  type WrittenTest,
} from './test-source.ts';
import { vitestHelpers } from './vitest-helpers.ts';

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
    stopAfter.length === 0 ? null : `interruptAfter: ${texts(stopAfter)}`,
  ].filter((part) => part !== null);
  const supersteps =
    state === null
      ? ''
      : `,\n    supersteps: [{ updates: [{ values: ${json(state.valuesText)}, asNode: ${scriptString(state.asNode)} }] }]`;
  const used = createUsedHelpers(vitestHelpers);
  const asserts = [
    ...(checks.some(({ kind }) => kind === 'status') ? [] : [`  expect(ending).not.toBe('failed');`]),
    ...checks.map((check) => `  ${assertion(check, used)}`),
  ].join('\n');
  const body = `test(${scriptString(name)}, async () => {
  const { thread_id: threadId } = await client.threads.create({
    graphId: ${scriptString(graphId)}${supersteps},
  });
  const { run_id: runId } = await client.runs.create(threadId, ${scriptString(assistantId)}, {
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
  const code = used
    .all()
    .map((helper) => `\n${helper.code}`)
    .join('');
  const imports = [
    needsSchema ? `import { Validator } from '@cfworker/json-schema';` : null,
    `import { Client } from '@langchain/langgraph-sdk';`,
    `import { expect, test } from 'vitest';`,
  ].filter((line) => line !== null);
  const text = `// A regression test, written by RemoteGraph Studio. Run it with: npx vitest run
// LANGGRAPH_URL names another server, LANGGRAPH_API_KEY a key.
${imports.join('\n')}

const client = new Client({
  apiUrl: process.env['LANGGRAPH_URL'] ?? ${scriptString(url)},
  ...(process.env['LANGGRAPH_API_KEY'] ? { apiKey: process.env['LANGGRAPH_API_KEY'] } : {}),
});

${body}${code}`;
  const values = [payload.join(), ...checks.map((check) => ('valueText' in check ? check.valueText : ''))];
  return {
    text,
    notes: [
      `It needs vitest and @langchain/langgraph-sdk${needsSchema ? ', and @cfworker/json-schema' : ''}.`,
      ...commonNotes(source),
      ...(values.some((one) => findUnsafeNumbers(one, 'values').length > 0)
        ? ['JavaScript rounds some of its numbers. The Python test keeps them.']
        : []),
    ],
  };
}

const dialectOf = (used: UsedHelpers): CodeDialect => ({
  json,
  state: (key) => {
    if (key === null) return 'values';
    const name = scriptString(key);
    // What every object has is no value of the state.
    return key in {} ? `(Object.hasOwn(values, ${name}) ? values[${name}] : null)` : `values[${name}]`;
  },
  not: (code) => `!${code}`,
  later: (code) => `() => ${code}`,
  helper: (name) => used.use(name),
});

function assertion(check: Check, used: UsedHelpers): string {
  const label = scriptString(describeCheck(check));
  const dialect = dialectOf(used);
  const of = 'of' in check && check.of !== null ? expressionCode(check.of, dialect) : 'values';
  const call = (name: string, ...args: readonly string[]): string => `${used.use(name)}(${args.join(', ')})`;
  const expectTrue = (code: string): string => `expect(${code}, ${label}).toBe(true);`;
  switch (check.kind) {
    case 'status':
      return `expect(ending).toBe(${scriptString(check.is)});`;
    case 'equals':
      return `expect(${of} ?? null, ${label}).toEqual(${json(check.valueText)});`;
    case 'contains':
      return expectTrue(call('contains', of, json(check.valueText)));
    case 'recorded':
      return `expect(${call('comparable', of)}, ${label}).toEqual(${call('comparable', json(check.valueText))});`;
    case 'schema':
      return `expect(new Validator(${json(check.schemaText)}, '2020-12').validate(${of} ?? null).errors, ${label}).toEqual([]);`;
    case 'expression':
      return expectTrue(call('truthy', expressionCode(check.expression, dialect)));
    case 'tokens':
      return `expect(${call('tokensOf', 'values')}, 'reported tokens').toBeGreaterThan(0);\n  expect(tokensOf(values), ${label}).toBeLessThan(${check.below});`;
    case 'time':
      return `expect((Date.parse(run.updated_at) - Date.parse(run.created_at)) / 1000, ${label}).toBeLessThan(${check.below});`;
    case 'cost':
      return '// Its cost is not asserted: prices are in the studio.';
    case 'command':
    case 'http':
    case 'judge':
      return `// Not asserted, because the studio asks for scores: ${label}`;
    case 'path':
      return expectTrue(
        call('follows', call('stepsOf', 'history'), texts(check.nodes), String(check.exactly)),
      );
  }
}

// Texts are data, never code.
const texts = (all: readonly string[]): string => `[${all.map(scriptString).join(', ')}]`;
const json = (text: string): string => scriptLiteral(text).replaceAll('\n', '\n    ');
