import type { RunFrame } from '../../shared/model/run.ts';

/** `[mode, payload, ...namespace]`; a string payload is used as is. */
export type FrameEntry = readonly [string, unknown, ...string[]];

/** Frames numbered from 0, 100 ms apart. */
export function buildFrames(...entries: readonly FrameEntry[]): RunFrame[] {
  return entries.map(([mode, payload, ...namespace], seq) => ({
    seq,
    atMs: seq * 100,
    id: String(seq),
    mode,
    namespace,
    text: typeof payload === 'string' ? payload : JSON.stringify(payload),
  }));
}

export function taskStart(id: string, name: string, ...namespace: string[]): FrameEntry {
  return ['tasks', { id, name, input: {}, triggers: [`branch:to:${name}`], interrupts: [] }, ...namespace];
}

export function taskResult(
  id: string,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
  ...namespace: string[]
): FrameEntry {
  return ['tasks', { id, name, result: { done: 1 }, interrupts: [], ...more }, ...namespace];
}
