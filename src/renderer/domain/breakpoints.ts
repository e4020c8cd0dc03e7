import { useMemo } from 'react';
import { draftKey, readDraft, useDraft } from '../storage/drafts.ts';

/** Where a run stops by itself: right before a node runs, or right after it. */
export type BreakpointSide = 'before' | 'after';

/** The server's word for all nodes. */
export const everyNode = '*';

/** Nodes that runs of one assistant stop at, as ids of the canvas, or `*` alone for all of them. */
export interface BreakpointSets {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface Breakpoints extends BreakpointSets {
  /** Sets or takes away one. On a side that stops at every node it leaves that node as the only one. */
  readonly toggle: (nodeId: string, side: BreakpointSide) => void;
  /** Stops at every node, or at none any more. */
  readonly setAll: (side: BreakpointSide, on: boolean) => void;
  readonly clear: () => void;
}

/** The breakpoints of an assistant, as the person set them; those that the graph declares are not among them. */
export function useBreakpoints(connectionId: string, assistantId: string): Breakpoints {
  const [text, write] = useDraft(keyOf(connectionId, assistantId));
  return useMemo(() => {
    // From what is held by then: two changes may come before the next render.
    const change = (side: BreakpointSide, rule: (names: readonly string[]) => readonly string[]): void => {
      const sets = readBreakpoints(connectionId, assistantId);
      write(storedText({ ...sets, [side]: rule(sets[side]) }));
    };
    return {
      ...parseBreakpoints(text),
      toggle: (nodeId, side) => change(side, (names) => toggled(names, nodeId)),
      setAll: (side, on) => change(side, () => (on ? [everyNode] : [])),
      clear: () => write(null),
    };
  }, [connectionId, assistantId, text, write]);
}

/** The breakpoints of an assistant at this moment, for a run that is about to start. */
export function readBreakpoints(connectionId: string, assistantId: string): BreakpointSets {
  return parseBreakpoints(readDraft(keyOf(connectionId, assistantId)));
}

/** Whether runs stop at a node, by its name or because they stop at every one. */
export function hasBreakpointAt(names: readonly string[], nodeId: string): boolean {
  return names.includes(nodeId) || names.includes(everyNode);
}

/** Reads stored breakpoints; what is missing or of another form is none. */
export function parseBreakpoints(text: string | null): BreakpointSets {
  const stored = text === null ? {} : parsed(text);
  return { before: namesIn(stored, 'before'), after: namesIn(stored, 'after') };
}

function toggled(names: readonly string[], nodeId: string): readonly string[] {
  if (names.includes(nodeId)) return names.filter((one) => one !== nodeId);
  if (nodeId === everyNode) return [everyNode];
  return [...names.filter((one) => one !== everyNode), nodeId];
}

function storedText({ before, after }: BreakpointSets): string | null {
  return before.length === 0 && after.length === 0 ? null : JSON.stringify({ before, after });
}

function keyOf(connectionId: string, assistantId: string): string {
  return draftKey('breakpoints', connectionId, assistantId);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function namesIn(stored: unknown, side: BreakpointSide): string[] {
  if (typeof stored !== 'object' || stored === null || !(side in stored)) return [];
  const names: unknown = Reflect.get(stored, side);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
