import { JsonText } from 'exact-json';
import type { Goto, RunCommand, RunPayload } from '../../run-stream/run-payload.ts';
import { isObject } from '../../http/response-checks.ts';

/** Steers an interrupted thread in place of new input, for callers without LangGraph's own `Command`. */
export class RemoteCommand {
  readonly lg_name = 'Command';
  readonly resume?: unknown;
  readonly update?: unknown;
  readonly goto?: RunCommand['goto'];

  constructor({ resume, update, goto }: RunCommand) {
    this.resume = resume;
    this.update = update;
    this.goto = goto;
  }
}

// Converts a caller's input; a `Command` is recognized by its `lg_name`, as in LangGraph.
export function toRunInput(value: unknown): Pick<RunPayload, 'input' | 'command'> {
  if (!isObject(value) || value['lg_name'] !== 'Command') return { input: sendable(value) };
  const { resume, update, goto } = value;
  const targets = (Array.isArray(goto) ? goto : [goto]).filter((node) => node !== undefined && node !== null);
  return {
    command: {
      ...(resume === undefined ? {} : { resume: sendable(resume) }),
      ...(update === undefined || update === null ? {} : { update: sendable(update) }),
      ...(targets.length > 0 ? { goto: targets.map(gotoOf) } : {}),
    },
  };
}

// A node's name, or a `Send`: LangGraph names its input `args`, servers `input`.
function gotoOf(value: unknown): Goto {
  if (!isObject(value)) return String(value);
  const input = 'input' in value ? value['input'] : value['args'];
  return { node: String(value['node']), input: sendable(input) };
}

// Converts LangChain messages to the objects that servers read. Anything but lists and plain objects stays as
// is. Iterative, so depth costs memory only.
function sendable(value: unknown): unknown {
  const copies = new Map<object, object>();
  const open: object[] = [];
  const copyOf = (each: unknown): unknown => {
    if (typeof each !== 'object' || each === null || each instanceof JsonText) return each;
    if (!Array.isArray(each)) {
      if ('toDict' in each && typeof each.toDict === 'function') return messageOf(each.toDict());
      const prototype: unknown = Object.getPrototypeOf(each);
      if (prototype !== Object.prototype && prototype !== null) return each;
    }
    const cachedCopy = copies.get(each);
    if (cachedCopy) return cachedCopy;
    const copy = Array.isArray(each) ? [...each] : Object.fromEntries(Object.entries(each));
    copies.set(each, copy);
    open.push(copy);
    return copy;
  };
  const whole = copyOf(value);
  for (let copy = open.pop(); copy; copy = open.pop()) {
    for (const [key, member] of Object.entries(copy) as [string, unknown][]) {
      const memberCopy = copyOf(member);
      // Assignment would call the setter of `__proto__`.
      if (memberCopy !== member)
        Object.defineProperty(copy, key, {
          value: memberCopy,
          writable: true,
          enumerable: true,
          configurable: true,
        });
    }
  }
  return whole;
}

function messageOf(dict: unknown): unknown {
  if (!isObject(dict) || !isObject(dict['data'])) return dict;
  return { ...dict['data'], type: dict['type'], role: dict['type'] };
}
