import { pythonLiteral, pythonString } from './code-literals.ts';
import { describeCheck, type Check } from '../inputs/check.ts';
import { expressionCode, type CodeDialect } from './expression-code.ts';
import { pytestHelpers } from './pytest-helpers.ts';
import {
  commonNotes,
  createUsedHelpers,
  type TestSource,
  type UsedHelpers,
  type WrittenTest,
} from './test-source.ts';

/**
 * A plain test for pytest that uses the public client, `langgraph_sdk`: it runs the input on a new thread and asserts the
 * checks. It needs nothing of the studio. Texts of the input are data in it, never code.
 */
export function writePytest(source: TestSource): WrittenTest {
  const { name, input, assistantId, graphId, url } = source;
  const { start, state, configText, contextText, stopAfter, checks } = input;
  const needsHistory = checks.some(({ kind }) => kind === 'path');
  const needsSchema = checks.some(({ kind }) => kind === 'schema');
  const payload = [
    start.kind === 'input' ? `input=${json(start.inputText)}` : null,
    start.kind === 'command' ? `command=${json(start.commandText)}` : null,
    start.kind === 'continue' ? 'input=None' : null,
    configText === null ? null : `config=${json(configText)}`,
    contextText === null ? null : `context=${json(contextText)}`,
    stopAfter.length === 0 ? null : `interrupt_after=${texts(stopAfter)}`,
  ].filter((part) => part !== null);
  const supersteps =
    state === null
      ? ''
      : `, supersteps=[{"updates": [{"values": ${json(state.valuesText)}, "as_node": ${pythonString(state.asNode)}}]}]`;
  const used = createUsedHelpers(pytestHelpers);
  const asserts = [
    ...(checks.some(({ kind }) => kind === 'status') ? [] : ['    assert ending != "failed"']),
    ...checks.map((check) => `    ${assertion(check, used)}`),
  ].join('\n');
  const body = `def ${functionName(name)}():
    thread_id = client.threads.create(graph_id=${pythonString(graphId)}${supersteps})["thread_id"]
    run_id = client.runs.create(
        thread_id,
        ${pythonString(assistantId)},
        ${payload.join(',\n        ')},
    )["run_id"]
    try:
        client.runs.join(thread_id, run_id)
    except Exception:
        pass  # A failed run is judged below.
    run = client.runs.get(thread_id, run_id)
    state = client.threads.get_state(thread_id)
    values = state["values"]
    waits = any(task.get("interrupts") for task in state["tasks"])
    ending = "waiting" if waits else "finished" if run["status"] == "success" else "failed"
${needsHistory ? '    history = list(reversed(client.threads.get_history(thread_id, limit=1000)))\n' : ''}
${asserts}
`;
  const imports = [
    ['import math', used.has('divided') || used.has('remainder')],
    ['import os', true],
    ['from datetime import datetime', used.has('seconds_of')],
  ] as const;
  const written = `# A regression test, written by RemoteGraph Studio. Run it with: pytest
# LANGGRAPH_URL names another server, LANGGRAPH_API_KEY a key.
${imports.flatMap(([line, isUsed]) => (isUsed ? [line] : [])).join('\n')}
${needsSchema ? '\nimport jsonschema' : ''}
from langgraph_sdk import get_sync_client

client = get_sync_client(
    url=os.environ.get("LANGGRAPH_URL", ${pythonString(url)}),
    api_key=os.environ.get("LANGGRAPH_API_KEY"),
)


${used
  .all()
  .map((helper) => `${helper.code}\n\n`)
  .join('')}${body}`;
  return {
    text: written,
    notes: [
      `It needs pytest and langgraph-sdk${needsSchema ? ', and jsonschema' : ''}.`,
      ...commonNotes(source),
    ],
  };
}

// Letters and digits that every Python from 3.9 on knows; it refuses names with newer ones.
const notInNames =
  /(?:(?![\p{L}\p{Nd}])[^]|[^0-9a-z\u00aa-\u085f\u08a0-\u1bff\u1e00-\u1fff\u3041-\u9ffc\uac00-\ud7a3])+/gu;

/** `test_writer_high_and_low_tides`: as Python reads the name, which it normalizes. */
export function functionName(name: string): string {
  const words = name
    .replace(/\.json$/, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(notInNames, '_')
    .replace(/^_+|_+$/g, '');
  return `test_${words === '' ? 'input' : words}`;
}

const dialectOf = (used: UsedHelpers): CodeDialect => ({
  json,
  state: (key) => (key === null ? 'values' : `values.get(${pythonString(key)})`),
  not: (code) => `(not ${code})`,
  later: (code) => `lambda: ${code}`,
  helper: (name) => used.use(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
});

function assertion(check: Check, used: UsedHelpers): string {
  const label = pythonString(describeCheck(check));
  const dialect = dialectOf(used);
  const of = 'of' in check && check.of !== null ? expressionCode(check.of, dialect) : 'values';
  const call = (name: string, ...args: readonly string[]): string => `${used.use(name)}(${args.join(', ')})`;
  switch (check.kind) {
    case 'status':
      return `assert ending == ${pythonString(check.is)}`;
    case 'equals':
      return `assert ${call('equal', of, json(check.valueText))}, ${label}`;
    case 'contains':
      return `assert ${call('contains', of, json(check.valueText))}, ${label}`;
    case 'recorded': {
      const [actual, expected] = [of, json(check.valueText)].map((code) => call('comparable', code));
      return `assert ${call('equal', actual ?? '', expected ?? '')}, ${label}`;
    }
    case 'schema':
      return `jsonschema.validate(${of}, ${json(check.schemaText)})`;
    case 'expression':
      return `assert ${call('truthy', expressionCode(check.expression, dialect))}, ${label}`;
    case 'tokens':
      return `assert 0 < ${call('tokens_of', 'values')} < ${check.below}, ${label}`;
    case 'time':
      return `assert ${call('seconds_of', 'run')} < ${check.below}, ${label}`;
    case 'cost':
      return '# Its cost is not asserted: prices are in the studio.';
    case 'command':
    case 'http':
    case 'judge':
      return `# Not asserted, because the studio asks for scores: ${label}`;
    case 'path':
      return `assert ${call('follows', call('steps_of', 'history'), texts(check.nodes), check.exactly ? 'True' : 'False')}, ${label}`;
  }
}

// Texts are data, never code.
const texts = (all: readonly string[]): string => `[${all.map(pythonString).join(', ')}]`;
const json = (text: string): string => pythonLiteral(text).replaceAll('\n', '\n    ');
