import { isObject } from './records.ts';

/** What a claim says differently from the truth, by path. */
export interface Comparison {
  /** Says something else. */
  readonly untrue: readonly string[];
  /** Says that it does not know. */
  readonly unknown: readonly string[];
  /** Says less without saying so. */
  readonly missing: readonly string[];
}

const isUnknown = (value: unknown): boolean =>
  value === null || value === undefined || value === 'unknown' || value === '' || value === '?';

/** Beside a notice that names what is missing, nothing is said by these. */
const isEmpty = (value: unknown): boolean =>
  value === 0 ||
  value === false ||
  ['{}', 'null', '[]'].includes(String(JSON.stringify(value)).replaceAll('"', ''));

/** Compares what the studio says with the truth in the same form. */
export function compare(claim: unknown, truth: unknown, isLessNamed = false): Comparison {
  const untrue: string[] = [];
  const unknown: string[] = [];
  const missing: string[] = [];
  const visit = (one: unknown, other: unknown, path: string): void => {
    if (Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)) return;
    if (isUnknown(one) && isUnknown(other)) return;
    if (isUnknown(one) || (isLessNamed && isEmpty(one))) return void unknown.push(path);
    if (Array.isArray(one) && Array.isArray(other)) return visitLists(one, other, path);
    if (isObject(one) && isObject(other)) {
      for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
        visit(one[name], other[name], path === '' ? name : `${path}.${name}`);
      return;
    }
    untrue.push(`${path}: ${short(one)} instead of ${short(other)}`);
  };
  const visitLists = (one: readonly unknown[], other: readonly unknown[], path: string): void => {
    const rest = [...other];
    const strange: unknown[] = [];
    for (const item of one) {
      const index = rest.findIndex((each) => keyOf(each) === keyOf(item));
      if (index === -1) strange.push(item);
      else visit(item, rest.splice(index, 1)[0], `${path}[${short(keyOf(item), 20)}]`);
    }
    for (const item of strange) untrue.push(`${path}: says ${short(item)}, which there is not`);
    if (rest.length > 0) missing.push(`${path}: ${rest.map((item) => short(keyOf(item), 40)).join(', ')}`);
    const order = (list: readonly unknown[]): string => list.map(keyOf).join('\n');
    const isSameSet = rest.length === 0 && strange.length === 0;
    if (isSameSet && !isUnordered(path) && order(one) !== order(other))
      untrue.push(`${path}: in another order`);
  };
  visit(claim, truth, '');
  return { untrue, unknown, missing };
}

/** Lists whose order says nothing. */
function isUnordered(path: string): boolean {
  return path === 'rows' || path === 'nodes' || path === 'edges';
}

const keys = [
  'checkpointId',
  'runId',
  'taskId',
  'threadId',
  'assistantId',
  'cronId',
  'key',
  'id',
  'nodeId',
  'name',
];

/** The identity of an item in a list. */
function keyOf(item: unknown): string {
  if (!isObject(item)) return JSON.stringify(item);
  const { container, checkpoints } = item;
  // A step of an execution trace.
  if (typeof container === 'string') return JSON.stringify([container, checkpoints ?? item['tasks']]);
  const name = keys.find((key) => typeof item[key] === 'string');
  return name === undefined ? JSON.stringify(item) : String(item[name]);
}

export function short(value: unknown, length = 160): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined ? 'nothing' : text.length > length ? `${text.slice(0, length)} …` : text;
}
