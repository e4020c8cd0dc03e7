/**
 * Runs programs that use a graph server's SDK, and prints what each called, as JSON.
 *
 * Standard input: {"programs": [text], "values": [text or null], "ids": {...}}, with the state of each program's thread.
 * Output: [{"error": text or null, "calls": [[name, args]]}]. A test that fails ends with a call of "failed".
 */
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { programs, values, ids } = JSON.parse(Buffer.concat(chunks).toString());
// What data that runs would use.
globalThis.require = createRequire(import.meta.url);

let calls = [];
let state = {};
const resultOf = (name) => {
  if (name === 'threads.getState') return { values: state, tasks: [{ interrupts: [{ id: ids.interrupt }] }] };
  if (name === 'threads.getHistory') return [{ checkpoint: { checkpoint_id: ids.checkpoint }, tasks: [] }];
  const moment = '2026-01-01T00:00:00Z';
  const run = { run_id: 'r', status: 'success', created_at: moment, updated_at: moment };
  return { thread_id: ids.thread, assistant_id: ids.assistant, ...run };
};
const recorder = (name) =>
  new Proxy(() => undefined, {
    get: (_, key) => recorder(name === '' ? String(key) : `${name}.${String(key)}`),
    apply: (_, self, args) => {
      calls.push([name, args]);
      if (name.endsWith('Stream') || name.endsWith('stream')) return [];
      return Promise.resolve(resultOf(name));
    },
  });
function Client() {
  return recorder('');
}
class JsonText {
  constructor(text) {
    this.text = text;
  }
  toJSON() {
    return JSON.parse(this.text);
  }
}
class Validator {
  constructor(schema) {
    calls.push(['validate', [schema]]);
  }
  validate() {
    return { errors: [] };
  }
}
const check = (holds, what) => {
  if (!holds) throw new Error(what);
};
/** The matchers that tests use, with the meaning that vitest gives them for JSON. */
const expect = (actual, label) => ({
  toBe: (wanted) => check(Object.is(actual, wanted), label),
  toEqual: (wanted) => check(isDeepStrictEqual(actual, wanted), label),
  toBeGreaterThan: (min) => check(actual > min, label),
  toBeLessThan: (limit) => check(actual < limit, label),
  not: { toBe: (other) => check(!Object.is(actual, other), label) },
});
let tests = [];
const globals = {
  Client,
  GraphClient: Client,
  JsonText,
  Validator,
  expect,
  test: (name, body) => void tests.push([name, body]),
  fetch: async (url, init) => {
    calls.push(['fetch', [url, init]]);
    return { status: 200, text: async () => '{}', json: async () => resultOf('fetch') };
  },
  console: { log: () => undefined },
};
const AsyncFunction = (async () => {}).constructor;
const outcomes = [];
for (const [number, program] of programs.entries()) {
  calls = [];
  tests = [];
  state = JSON.parse(values[number] ?? '{}');
  let error = null;
  try {
    await new AsyncFunction(...Object.keys(globals), program)(...Object.values(globals));
    for (const [name, body] of tests) {
      calls.push(['test', [name]]);
      await body().catch((problem) => calls.push(['failed', [String(problem)]]));
    }
  } catch (cause) {
    error = String(cause?.stack ?? cause);
  }
  outcomes.push({ error, calls });
}
process.stdout.write(JSON.stringify(outcomes));
