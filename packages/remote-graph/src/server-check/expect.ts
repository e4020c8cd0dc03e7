import { broken, different, Finding } from './findings.ts';
import { scrub } from './scrub.ts';
import type { EventReply, Reply } from './wire-client.ts';

type JsonObject = Readonly<Record<string, unknown>>;

// A value as short text, for findings.
export function textOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = scrub(JSON.stringify(value));
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}

// The start of an answer. An ID or a time that was cut could not be distinguished from text that stays the same.
function startOf(text: string): string {
  return scrub(text).slice(0, 120);
}

/** Throws `different` unless a condition holds; says what was expected and what came. */
export function expectThat(condition: boolean, expected: string, actual: unknown): asserts condition {
  if (!condition) throw different(`expected ${expected}, came ${textOf(actual)}`);
}

/**
 * The status of a run that was to be stopped or delayed. If it was neither, the load decides whether it has ended by
 * now.
 */
export function statusOf(run: unknown): unknown {
  const status = memberOf(run, 'status');
  return status === 'running' || status === 'success' ? 'running or success' : status;
}

export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  if (!isSame(actual, expected)) {
    throw different(`${what}: expected ${textOf(expected)}, came ${textOf(actual)}`);
  }
}

/** Compares lists of ids, and reports them as positions in what was expected: ids differ from one check to the next. */
export function expectOrder(actual: readonly string[], expected: readonly string[], what: string): void {
  const positions = (ids: readonly string[]): readonly string[] =>
    ids.map((id) => (expected.includes(id) ? `no. ${expected.indexOf(id) + 1}` : 'another'));
  expectEqual(positions(actual), positions(expected), what);
}

export function expectObject(value: unknown, what: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw different(`${what}: expected an object, came ${textOf(value)}`);
}

export function expectList(value: unknown, what: string): readonly JsonObject[] {
  if (!Array.isArray(value)) throw different(`${what}: expected a list, came ${textOf(value)}`);
  return value.map((item: unknown) => expectObject(item, `an item of ${what}`));
}

export function expectText(value: unknown, what: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw different(`${what}: expected text, came ${textOf(value)}`);
}

/** The member at a path; `undefined` where there is none. */
export function memberOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  let member = value;
  for (const key of path) {
    if (typeof member !== 'object' || member === null) return undefined;
    member = (member as Readonly<Record<string | number, unknown>>)[key];
  }
  return member;
}

/** Throws what an answer that is no success means: the route is missing, the server is broken, or it refuses. */
export function expectSuccess(reply: Reply | EventReply): void {
  const { status, text, request } = reply;
  if (status >= 200 && status < 300) return;
  const answer = `${request} answered ${status}${text === '' ? '' : `: ${startOf(text)}`}`;
  if (isMissing(status, text)) throw new Finding('missing', answer);
  throw status >= 500 ? broken(answer) : different(answer);
}

/** Throws unless an answer has one of the expected statuses. */
export function expectStatus(reply: Reply | EventReply, ...expected: readonly number[]): void {
  if (expected.includes(reply.status)) return;
  const { status, text, request } = reply;
  const answer = `${request}: expected ${expected.join(' or ')}, came ${status}${text === '' ? '' : `: ${startOf(text)}`}`;
  if (isMissing(status, text)) throw new Finding('missing', answer);
  throw status >= 500 ? broken(answer) : different(answer);
}

function isMissing(status: number, text: string): boolean {
  return [404, 405, 501].includes(status) || (status === 500 && /^\W*not implemented\W*$/i.test(text));
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => key in other && isSame(memberOf(one, key), memberOf(other, key)));
}
