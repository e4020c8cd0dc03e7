import { useMemo } from 'react';
import { draftKey, readDraft, useDraft } from '../storage/drafts.ts';

/** A run pauses right before a node runs, or right after. */
export type BreakpointSide = 'before' | 'after';

/** LangGraph's name for all nodes. */
export const everyNode = '*';

/** Node IDs of the canvas, or `*` alone for all of them. */
export interface BreakpointSets {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface Breakpoints extends BreakpointSets {
  /** Toggles one breakpoint. On a side with breakpoints at every node, it leaves only that node. */
  readonly toggle: (nodeId: string, side: BreakpointSide) => void;
  /** Sets or clears breakpoints at every node. */
  readonly setAll: (side: BreakpointSide, on: boolean) => void;
  readonly clear: () => void;
}

/** Breakpoints set by the user; those declared by the graph are not included. */
export function useBreakpoints(connectionId: string, assistantId: string): Breakpoints {
  const [text, write] = useDraft(keyOf(connectionId, assistantId));
  return useMemo(() => {
    // Starts from the stored value, because two changes may come before the next render.
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

/** The current breakpoints of an assistant, for a run about to start. */
export function readBreakpoints(connectionId: string, assistantId: string): BreakpointSets {
  return parseBreakpoints(readDraft(keyOf(connectionId, assistantId)));
}

/** Whether runs pause at a node, by name or because they pause at every node. */
export function hasBreakpointAt(names: readonly string[], nodeId: string): boolean {
  return names.includes(nodeId) || names.includes(everyNode);
}

/** Missing or invalid breakpoints count as none. */
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
