import { Breakpoint, everyNode, maxBreakpoints, type BreakpointSide } from '../../shared/model/breakpoint.ts';
import { parseJson } from '../../shared/parse-json.ts';

/** A breakpoint without conditions, which the server checks. Its id contains its node and side. */
export function plainBreakpoint(nodeId: string, side: BreakpointSide): Breakpoint {
  return {
    id: `${side} ${nodeId}`,
    nodeId,
    side,
    enabled: true,
    hitCount: null,
    condition: null,
    changedKeys: [],
    logMessage: null,
  };
}

export function parseBreakpoints(text: string | null): readonly Breakpoint[] {
  const stored = text === null ? null : parseJson(text);
  if (!isObject(stored) || !Array.isArray(stored['breakpoints'])) return [];
  const all = stored['breakpoints'].flatMap((one): Breakpoint[] => {
    const { success, data } = Breakpoint.safeParse(one);
    return success ? [data] : [];
  });
  const ids = new Set<string>();
  return all.filter(({ id }) => !ids.has(id) && ids.add(id)).slice(0, maxBreakpoints);
}

// Breakpoints as earlier versions stored them, per assistant: `{"before":["plan"],"after":["*"]}`.
export function parseOldBreakpoints(text: string | null): readonly Breakpoint[] {
  const stored = text === null ? null : parseJson(text);
  if (!isObject(stored)) return [];
  return (['before', 'after'] as const).flatMap((side) => {
    const names = stored[side];
    if (!Array.isArray(names)) return [];
    const validNames = names.filter((name) => typeof name === 'string' && name !== '');
    const nodes = validNames.includes(everyNode) ? [everyNode] : [...new Set<string>(validNames)];
    return nodes.slice(0, maxBreakpoints / 2).map((nodeId) => plainBreakpoint(nodeId, side));
  });
}

// The text to store. Also for none, so that those of earlier versions don't come back.
export function breakpointsText(breakpoints: readonly Breakpoint[]): string {
  return JSON.stringify({ breakpoints });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
