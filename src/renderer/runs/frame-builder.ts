import type { RunFrame } from '../../shared/model/run.ts';

/** Frames for tests, numbered from 0, 100 ms apart: `[mode, payload, ...namespace]`. */
export function framesOf(...entries: readonly (readonly [string, unknown, ...string[]])[]): RunFrame[] {
  return entries.map(([mode, payload, ...namespace], seq) => ({
    seq,
    atMs: seq * 100,
    id: String(seq),
    mode,
    namespace,
    text: typeof payload === 'string' ? payload : JSON.stringify(payload),
  }));
}

/** A task's start. */
export function starts(
  id: string,
  name: string,
  ...namespace: string[]
): readonly [string, unknown, ...string[]] {
  return ['tasks', { id, name, input: {}, triggers: [`branch:to:${name}`], interrupts: [] }, ...namespace];
}

/** A task's result. */
export function ends(
  id: string,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
  ...namespace: string[]
): readonly [string, unknown, ...string[]] {
  return ['tasks', { id, name, result: { done: 1 }, interrupts: [], ...more }, ...namespace];
}
