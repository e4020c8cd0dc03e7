import { useMemo } from 'react';
import {
  canServerStopAt,
  everyNode,
  isCheckedByStudio,
  maxBreakpoints,
  type Breakpoint,
  type BreakpointSide,
} from '../../shared/model/breakpoint.ts';
import { draftKey, readDraft, useDraft, writeDraft } from '../storage/drafts.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import {
  breakpointsText,
  parseBreakpoints,
  parseOldBreakpoints,
  plainBreakpoint,
} from './stored-breakpoints.ts';

export interface BreakpointOwner {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly graphId: string;
}

// Nodes at which the server itself stops: IDs of the canvas, or `*` alone for all of them.
export interface PlainBreakpoints {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface Breakpoints extends PlainBreakpoints {
  readonly all: readonly Breakpoint[];
  /**
   * Toggles the breakpoint at a node: adds or removes a plain one; one with conditions is disabled instead, so
   * that nothing typed is lost. On a side with plain breakpoints at every node, it leaves only that node. One too many is
   * refused with a notice.
   */
  readonly toggle: (nodeId: string, side: BreakpointSide) => void;
  readonly setAll: (side: BreakpointSide, on: boolean) => void;
  /**
   * Adds a breakpoint, or replaces the one with its id or with the given one. Returns why it can't be added, as a sentence;
   * `null` once it is.
   */
  readonly put: (breakpoint: Breakpoint, replacedId?: string) => string | null;
  readonly remove: (id: string) => void;
  /** Without an id: all of them. */
  readonly enable: (enabled: boolean, id?: string) => void;
  readonly clear: () => void;
  /** Adds breakpoints that were removed, before those set since, which stay as they are. */
  readonly restore: (removed: readonly Breakpoint[]) => void;
}

/** Breakpoints set by the user; those declared by the graph are not included. */
export function useBreakpoints({ connectionId, assistantId, graphId }: BreakpointOwner): Breakpoints {
  const [text] = useDraft(keyOf({ connectionId, graphId }));
  const [oldText] = useDraft(oldKeyOf({ connectionId, assistantId }));
  return useMemo(() => {
    const owner = { connectionId, assistantId, graphId };
    const all = breakpointsOf(text, oldText);
    // Starts from the stored value, because two changes may come before the next render.
    const change = (rule: (all: readonly Breakpoint[]) => readonly Breakpoint[]): string | null => {
      const next = rule(readBreakpoints(owner));
      if (next.length > maxBreakpoints)
        return `At most ${maxBreakpoints} breakpoints of a graph are kept. Remove another one first.`;
      writeDraft(keyOf(owner), breakpointsText(next));
      writeDraft(oldKeyOf(owner), null);
      return null;
    };
    const changeOrTell = (rule: Parameters<typeof change>[0]): void => {
      const problem = change(rule);
      if (problem !== null) showToast(problem, 'fail');
    };
    return {
      all,
      ...plainBreakpoints(all),
      toggle: (nodeId, side) => changeOrTell((now) => toggled(now, nodeId, side)),
      setAll: (side, on) =>
        changeOrTell((now) => [
          ...now.filter((one) => one.side !== side || isCheckedByStudio(one)),
          ...(on ? [plainBreakpoint(everyNode, side)] : []),
        ]),
      put: (breakpoint, replacedId = breakpoint.id) =>
        change((now) => {
          const index = now.findIndex(({ id }) => id === replacedId);
          const others = now.filter(({ id }) => id !== replacedId && id !== breakpoint.id);
          return others.toSpliced(index < 0 ? others.length : index, 0, breakpoint);
        }),
      remove: (id) => changeOrTell((now) => now.filter((one) => one.id !== id)),
      enable: (enabled, id) =>
        changeOrTell((now) =>
          now.map((one) => (id === undefined || one.id === id ? { ...one, enabled } : one)),
        ),
      clear: () => changeOrTell(() => []),
      restore: (removed) =>
        changeOrTell((now) => [...removed.filter(({ id }) => now.every((one) => one.id !== id)), ...now]),
    };
  }, [connectionId, assistantId, graphId, text, oldText]);
}

export function readBreakpoints(owner: BreakpointOwner): readonly Breakpoint[] {
  return breakpointsOf(readDraft(keyOf(owner)), readDraft(oldKeyOf(owner)));
}

export function plainBreakpoints(all: readonly Breakpoint[]): PlainBreakpoints {
  const nodes = (side: BreakpointSide): string[] =>
    all.flatMap((one) => (one.enabled && one.side === side && !isCheckedByStudio(one) ? one.nodeId : []));
  return { before: nodes('before'), after: nodes('after') };
}

/** The breakpoints of a run about to start: the server's options, and what the studio checks. */
export function breakpointsOfRun(
  all: readonly Breakpoint[],
  isStateless: boolean,
): PlainBreakpoints & { readonly checked: readonly Breakpoint[] } {
  const active = all.filter((one) => one.enabled && canServerStopAt(one));
  return { ...plainBreakpoints(active), checked: isStateless ? [] : active };
}

export function newBreakpointId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}

// Where breakpoints of the current version are stored takes precedence: the old ones were taken over then.
function breakpointsOf(text: string | null, oldText: string | null): readonly Breakpoint[] {
  return text === null ? parseOldBreakpoints(oldText) : parseBreakpoints(text);
}

function toggled(all: readonly Breakpoint[], nodeId: string, side: BreakpointSide): readonly Breakpoint[] {
  const here = all.filter((one) => one.nodeId === nodeId && one.side === side);
  const checked = here.filter(isCheckedByStudio);
  if (checked.length > 0) {
    const enabled = checked.every((one) => !one.enabled);
    return all.map((one) => (checked.includes(one) ? { ...one, enabled } : one));
  }
  const plain = here.find((one) => !isCheckedByStudio(one));
  // A disabled one is needed again.
  if (plain?.enabled === false) return all.map((one) => (one === plain ? { ...one, enabled: true } : one));
  if (plain) return all.filter((one) => one !== plain);
  const others = all.filter(
    (one) =>
      one.side !== side ||
      isCheckedByStudio(one) ||
      (nodeId === everyNode ? false : one.nodeId !== everyNode),
  );
  return [...others, plainBreakpoint(nodeId, side)];
}

function keyOf({ connectionId, graphId }: Pick<BreakpointOwner, 'connectionId' | 'graphId'>): string {
  return draftKey('graph-breakpoints', connectionId, graphId);
}

function oldKeyOf({
  connectionId,
  assistantId,
}: Pick<BreakpointOwner, 'connectionId' | 'assistantId'>): string {
  return draftKey('breakpoints', connectionId, assistantId);
}
