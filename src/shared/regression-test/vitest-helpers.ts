import { ownOfMessages } from '../inputs/own-of-messages.ts';
import type { TestHelper } from './test-source.ts';

/** Functions that a test for vitest gets as far as it uses them. They mean the same as in the studio's checks. */
export const vitestHelpers: readonly TestHelper[] = [
  {
    name: 'comparable',
    code: `/** Without what differs each time: the IDs of messages, and what servers report beside them. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isObject(value)) return value ?? null;
  const isMessage = typeof value['type'] === 'string' && 'content' in value;
  const isToolCall = 'args' in value && 'name' in value && 'id' in value;
  const members = Object.entries(value)
    .filter(([key]) => !(isMessage && ${JSON.stringify(ownOfMessages)}.includes(key)))
    .filter(([key]) => !(isToolCall && key === 'id'));
  return Object.fromEntries(members.map(([key, part]) => [key, comparable(part)]));
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
