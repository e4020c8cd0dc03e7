import { volatileMessageFields } from '../inputs/volatile-message-fields.ts';
import type { TestHelper } from './test-source.ts';

// Functions that a test for vitest gets as far as it uses them. They mean the same as in the studio's checks.
export const vitestHelpers: readonly TestHelper[] = [
  {
    name: 'comparable',
    uses: ['isObject'],
    code: `/** Without what differs each time: the IDs of messages, and what servers report beside them. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isObject(value)) return value ?? null;
  const isMessage = typeof value['type'] === 'string' && 'content' in value;
  const isToolCall = 'args' in value && 'name' in value && 'id' in value;
  const members = Object.entries(value)
    .filter(([key]) => !(isMessage && ${JSON.stringify(volatileMessageFields)}.includes(key)))
    .filter(([key]) => !(isToolCall && key === 'id'));
  return Object.fromEntries(members.map(([key, part]) => [key, comparable(part)]));
}
`,
  },
  {
    name: 'contains',
    uses: ['hasMembers'],
    code: `/** A text in a text, an item in a list, members in an object. */
function contains(found: unknown, wanted: unknown): boolean {
  if (typeof found === 'string' && typeof wanted === 'string') return found.includes(wanted);
  return Array.isArray(found) ? found.some((item: unknown) => hasMembers(item, wanted)) : hasMembers(found, wanted);
}
`,
  },
  {
    name: 'hasMembers',
    uses: ['isObject', 'equal'],
    code: `function hasMembers(found: unknown, wanted: unknown): boolean {
  if (!isObject(found) || !isObject(wanted)) return equal(found, wanted);
  return Object.keys(wanted).every((key) => Object.hasOwn(found, key) && hasMembers(found[key], wanted[key]));
}
`,
  },
  {
    name: 'member',
    uses: ['isObject', 'itemAt', 'refused'],
    code: `/** Of nothing, there is nothing. */
function member(of: unknown, key: unknown): unknown {
  if (of === null || of === undefined) return null;
  if (typeof of === 'string' || Array.isArray(of)) return key === 'length' ? of.length : itemAt(of, key);
  if (!isObject(of) || !(typeof key === 'string' || typeof key === 'number')) return refused('member', of, key);
  if (key === 'length' && !Object.hasOwn(of, 'length')) return Object.keys(of).length;
  return Object.hasOwn(of, String(key)) ? (of[String(key)] ?? null) : null;
}
`,
  },
  {
    name: 'itemAt',
    uses: ['refused'],
    code: `function itemAt(of: unknown, index: unknown): unknown {
  if (of === null || of === undefined) return null;
  if (typeof index !== 'number' || !(typeof of === 'string' || Array.isArray(of))) return refused('at', of, index);
  return of.at(index) ?? null;
}
`,
  },
  {
    name: 'includes',
    uses: ['isObject', 'equal', 'refused'],
    code: `function includes(of: unknown, item: unknown): boolean {
  if (of === null || of === undefined) return false;
  if (typeof of === 'string' && typeof item === 'string') return of.includes(item);
  if (Array.isArray(of)) return of.some((one: unknown) => equal(one, item));
  if (isObject(of)) return typeof item === 'string' && Object.hasOwn(of, item);
  return refused('includes', of, item);
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
    uses: ['isObject'],
    code: `function equal(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item: unknown, index) => equal(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return (a ?? null) === (b ?? null);
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}
`,
  },
  {
    name: 'order',
    uses: ['refused'],
    code: `/** Nothing is neither less nor more. */
function order(a: unknown, b: unknown): number {
  if (a === null || a === undefined || b === null || b === undefined) return NaN;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === 'number' && typeof b === 'number' ? a - b : refused('compare', a, b);
}
`,
  },
  {
    name: 'numberOf',
    uses: ['refused'],
    code: `function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : refused('calculate', value);
}
`,
  },
  {
    name: 'plus',
    uses: ['numberOf'],
    code: `/** Numbers are added, texts joined. */
function plus(a: unknown, b: unknown): unknown {
  return typeof a === 'string' && typeof b === 'string' ? a + b : numberOf(a) + numberOf(b);
}
`,
  },
  ...(
    [
      ['minus', '-'],
      ['times', '*'],
      ['divided', '/'],
      ['remainder', '%'],
    ] as const
  ).map(([name, operator]) => ({
    name,
    uses: ['numberOf'],
    code: `function ${name}(a: unknown, b: unknown): number {
  return numberOf(a) ${operator} numberOf(b);
}
`,
  })),
  ...(
    [
      ['beginsWith', 'startsWith'],
      ['finishesWith', 'endsWith'],
    ] as const
  ).map(([name, method]) => ({
    name,
    uses: ['refused'],
    code: `function ${name}(of: unknown, part?: unknown): boolean | null {
  if (of === null || of === undefined) return null;
  return typeof of === 'string' && typeof part === 'string' ? of.${method}(part) : refused('${method}', of, part);
}
`,
  })),
  ...(
    [
      ['lowerCase', 'toLowerCase'],
      ['upperCase', 'toUpperCase'],
      ['trimmed', 'trim'],
    ] as const
  ).map(([name, method]) => ({
    name,
    uses: ['refused'],
    code: `function ${name}(of: unknown, argument?: unknown): string | null {
  if (of === null || of === undefined) return null;
  return typeof of === 'string' && argument === undefined ? of.${method}() : refused('${method}', of, argument);
}
`,
  })),
  {
    name: 'keysOf',
    uses: ['isObject', 'refused'],
    code: `function keysOf(of: unknown): string[] | null {
  if (of === null || of === undefined) return null;
  return isObject(of) ? Object.keys(of) : refused('keys', of);
}
`,
  },
  {
    name: 'unsupported',
    code: `function unsupported(method: string): never {
  throw new TypeError(\`\${method}() can't be called here\`);
}
`,
  },
  {
    name: 'refused',
    code: `/** What makes no sense is no result: \`"a" < 1\` is neither true nor false. */
function refused(what: string, ...values: unknown[]): never {
  throw new TypeError(\`\${what}: \${JSON.stringify(values)}\`);
}
`,
  },
  {
    name: 'either',
    uses: ['truthy'],
    code: `function either(a: unknown, b: () => unknown): unknown {
  return truthy(a) ? a : b();
}
`,
  },
  {
    name: 'both',
    uses: ['truthy'],
    code: `function both(a: unknown, b: () => unknown): unknown {
  return truthy(a) ? b() : a;
}
`,
  },
  {
    name: 'truthy',
    code: `/** Empty texts, lists and objects count as false. */
function truthy(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0;
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
`,
  },
  {
    name: 'tokensOf',
    uses: ['isObject'],
    code: `/** The tokens that messages report, each message once. */
function tokensOf(values: unknown): number {
  const seen = new Map<unknown, number>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > 5) return;
    if (Array.isArray(value)) return value.forEach((item: unknown) => visit(item, depth + 1));
    if (!isObject(value)) return;
    const usage = value['usage_metadata'];
    if (!isObject(usage)) return Object.values(value).forEach((part) => visit(part, depth + 1));
    const counts = [usage['input_tokens'], usage['output_tokens']];
    const id = value['id'];
    seen.set(
      typeof id === 'string' ? id : Symbol(),
      counts.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0),
    );
  };
  visit(values, 0);
  return [...seen.values()].reduce((sum, count) => sum + count, 0);
}
`,
  },
  {
    name: 'stepsOf',
    uses: ['listOf', 'member'],
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
      .map((task) => String(member(task, 'name'))),
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
  const wanted = [...nodes];
  for (const names of steps) {
    const left = [...names];
    for (let next = wanted[0]; next !== undefined && left.includes(next); next = wanted[0]) {
      left.splice(left.indexOf(next), 1);
      wanted.shift();
    }
    if (exactly && left.length > 0) return false;
  }
  return wanted.length === 0;
}
`,
  },
];
