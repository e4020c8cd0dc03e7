import { findUnsafeNumbers } from '../../exact-json/numbers/unsafe-numbers.ts';
import { formatJson } from '../../exact-json/scan/format.ts';
import { describeCheck, type Check } from '../inputs/check.ts';
import { expressionCode, type CodeDialect } from './expression-code.ts';
import { commonNotes, usedHelpers, type TestSource, type WrittenTest } from './test-source.ts';
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
  const helpers = usedHelpers(body, vitestHelpers);
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
