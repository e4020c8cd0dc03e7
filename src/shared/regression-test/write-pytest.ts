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
    stopAfter.length === 0 ? null : `interrupt_after=${JSON.stringify(stopAfter)}`,
  ].filter((part) => part !== null);
  const supersteps =
    state === null
      ? ''
      : `, supersteps=[{"updates": [{"values": ${json(state.valuesText)}, "as_node": ${text(state.asNode)}}]}]`;
  const asserts = [
    ...(checks.some(({ kind }) => kind === 'status') ? [] : ['    assert ending != "failed"']),
    ...checks.map((check) => `    ${assertion(check)}`),
  ].join('\n');
  const body = `def ${functionName(name)}():
    thread_id = client.threads.create(graph_id=${text(graphId)}${supersteps})["thread_id"]
    run_id = client.runs.create(
        thread_id,
        ${text(assistantId)},
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
  const helpers = usedHelpers(body, allHelpers);
  const imports = [
    ['import json', /\bjson\.loads\(/.test(body)],
    ['import os', true],
    ['from datetime import datetime', helpers.some((helper) => helper.name === 'seconds_of')],
  ] as const;
  const written = `# A regression test, written by RemoteGraph Studio. Run it with: pytest
# LANGGRAPH_URL names another server, LANGGRAPH_API_KEY a key.
${imports.flatMap(([line, isUsed]) => (isUsed ? [line] : [])).join('\n')}
${needsSchema ? '\nimport jsonschema' : ''}
from langgraph_sdk import get_sync_client

client = get_sync_client(
    url=os.environ.get("LANGGRAPH_URL", ${text(url)}),
    api_key=os.environ.get("LANGGRAPH_API_KEY"),
)


${helpers.map((helper) => `${helper.code}\n\n`).join('')}${body}`;
  return {
    text: written,
    notes: [
      `It needs pytest and langgraph-sdk${needsSchema ? ', and jsonschema' : ''}.`,
      ...commonNotes(source),
    ],
  };
}

/** `test_writer_high_and_low_tides`. */
export function functionName(name: string): string {
  const words = name
    .replace(/\.json$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();
  return `test_${words === '' ? 'input' : words.normalize('NFKC')}`;
}

const dialect: CodeDialect = {
  json: (one) => json(one),
  state: (key) => (key === null ? 'values' : `values.get(${text(key)})`),
  not: (code) => `(not ${code})`,
  later: (code) => `lambda: ${code}`,
  calculate: (left, operator, right) => `(${left} ${operator} ${right})`,
  method: (of, name, args) =>
    name === 'keys' ? `list(${of} or {})` : `(${of} or "").${methods[name] ?? name}(${args.join(', ')})`,
};

const methods: Readonly<Record<string, string>> = {
  startsWith: 'startswith',
  endsWith: 'endswith',
  toLowerCase: 'lower',
  toUpperCase: 'upper',
  trim: 'strip',
};

function assertion(check: Check): string {
  const label = text(describeCheck(check));
  const of = 'of' in check && check.of !== null ? expressionCode(check.of, dialect) : 'values';
  switch (check.kind) {
    case 'status':
      return `assert ending == ${text(check.is)}`;
    case 'equals':
      return `assert ${of} == ${json(check.valueText)}, ${label}`;
    case 'contains':
      return `assert contains(${of}, ${json(check.valueText)}), ${label}`;
    case 'recorded':
      return `assert comparable(${of}) == comparable(${json(check.valueText)}), ${label}`;
    case 'schema':
      return `jsonschema.validate(${of}, ${json(check.schemaText)})`;
    case 'expression':
      return `assert truthy(${expressionCode(check.expression, dialect)}), ${label}`;
    case 'tokens':
      return `assert 0 < tokens_of(values) < ${check.below}, ${label}`;
    case 'time':
      return `assert seconds_of(run) < ${check.below}, ${label}`;
    case 'cost':
      return '# Its cost is not asserted: prices are in the studio.';
    case 'path':
      return `assert follows(steps_of(history), ${JSON.stringify(check.nodes)}, ${check.exactly ? 'True' : 'False'}), ${label}`;
  }
}

/** JSON and Python write texts alike, but for some characters that would end a line. */
function text(value: string): string {
  return JSON.stringify(value).replace(
    /[\u2028\u2029\u0085]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Simple values as Python writes them; others are parsed, so that each number and key is as it was. */
function json(value: string): string {
  const known: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  const compact = value.trim();
  if (Object.hasOwn(known, compact)) return known[compact] ?? '';
  if (/^-?\d+(\.\d+)?$/.test(compact)) return compact;
  if (compact.startsWith('"')) return text(JSON.parse(compact) as string);
  const pretty = formatJson(compact).replaceAll('\n', '\n        ');
  return pretty.includes('"""') || pretty.includes("'''") || pretty.endsWith('\\')
    ? `json.loads(${text(compact)})`
    : `json.loads(\n        r'''${pretty}'''\n    )`;
}

const allHelpers: readonly TestHelper[] = [
  {
    name: 'comparable',
    code: `def comparable(value):
    """Without what differs each time: the IDs of messages, and what servers report beside them."""
    if isinstance(value, list):
        return [comparable(item) for item in value]
    if not isinstance(value, dict):
        return value
    skipped = set()
    if isinstance(value.get("type"), str) and "content" in value:
        skipped.update(${JSON.stringify(ownOfMessages)})
    if "args" in value and "name" in value and "id" in value:
        skipped.add("id")
    return {key: comparable(member) for key, member in value.items() if key not in skipped}
`,
  },
  {
    name: 'contains',
    code: `def contains(found, wanted):
    """A text in a text, an item in a list, members in an object."""
    if isinstance(found, str) and isinstance(wanted, str):
        return wanted in found
    if isinstance(found, list):
        return any(has_members(item, wanted) for item in found)
    return has_members(found, wanted)
`,
  },
  {
    name: 'has_members',
    code: `def has_members(found, wanted):
    if not (isinstance(found, dict) and isinstance(wanted, dict)):
        return found == wanted
    return all(key in found and has_members(found[key], wanted[key]) for key in wanted)
`,
  },
  {
    name: 'member',
    code: `def member(of, key):
    """Of nothing, there is nothing."""
    if of is None:
        return None
    if key == "length" and not (isinstance(of, dict) and key in of):
        return len(of)
    if isinstance(of, (str, list)):
        return of[key] if -len(of) <= key < len(of) else None
    return of.get(key)
`,
  },
  {
    name: 'includes',
    code: `def includes(of, item):
    return of is not None and item in of
`,
  },
  {
    name: 'equal',
    code: `def equal(a, b):
    return a == b
`,
  },
  {
    name: 'order',
    code: `def order(a, b):
    """Nothing is neither less nor more."""
    if a is None or b is None:
        return float("nan")
    return -1 if a < b else 1 if a > b else 0
`,
  },
  {
    name: 'either',
    code: `def either(a, b):
    return a if truthy(a) else b()
`,
  },
  {
    name: 'both',
    code: `def both(a, b):
    return b() if truthy(a) else a
`,
  },
  {
    name: 'truthy',
    code: `def truthy(value):
    return bool(value)
`,
  },
  {
    name: 'tokens_of',
    code: `def tokens_of(values):
    """The tokens that messages report, each message once."""
    seen = {}

    def visit(value, depth):
        if depth > 5:
            return
        usage = value.get("usage_metadata") if isinstance(value, dict) else None
        if usage:
            key = value.get("id") or f"#{len(seen)}"
            seen[key] = usage.get("input_tokens", 0) + usage.get("output_tokens", 0)
        elif isinstance(value, (dict, list)):
            for item in value.values() if isinstance(value, dict) else value:
                visit(item, depth + 1)

    visit(values, 0)
    return sum(seen.values())
`,
  },
  {
    name: 'seconds_of',
    code: `def seconds_of(run):
    """With the time in the queue, by the server's clock."""
    times = (datetime.fromisoformat(run[key].replace("Z", "+00:00")) for key in ("created_at", "updated_at"))
    created, updated = times
    return (updated - created).total_seconds()
`,
  },
  {
    name: 'steps_of',
    code: `def steps_of(history):
    """The nodes that ran, by superstep."""
    steps = [
        [
            task["name"]
            for task in state["tasks"]
            if task["name"] != "__start__"
            and (index < len(history) - 1 or task.get("result") or task.get("error") or task.get("interrupts"))
        ]
        for index, state in enumerate(history)
    ]
    return [names for names in steps if names]
`,
  },
  {
    name: 'follows',
    code: `def follows(steps, nodes, exactly):
    """Nodes in the order of their supersteps; within one, in any order."""
    at = 0
    for names in steps:
        left = list(names)
        while at < len(nodes) and nodes[at] in left:
            left.remove(nodes[at])
            at += 1
        if exactly and left:
            return False
    return at == len(nodes)
`,
  },
];
