import type { TimelineRow } from './timeline-row.ts';

export interface Bar {
  row: TimelineRow;
  // Known only from tasks inside it.
  implied: boolean;
  doubtful: boolean;
  // Nobody reported that it failed or was stopped: its call was given up.
  presumed: boolean;
  // The call of the graph that it is in, see `callKey` of `TaskFrame`. Each retry of a subgraph is a new call.
  readonly call: string;
  // The index of its result among all results; 0 before it.
  reported: number;
  // `null` for most bars: they have nothing inside.
  subgraph: CalledSubgraph | null;
}

export interface CalledSubgraph {
  // By call, so that two calls side by side do not mix.
  readonly bars: Map<string, Bar[]>;
  newestCall: string | null;
  readonly startedCalls: Set<string>;
  // Calls that went on beside a later one.
  readonly parallelCalls: Set<string>;
}

export function newBar(row: TimelineRow, call: string, implied: boolean): Bar {
  return { row, implied, doubtful: false, presumed: false, call, reported: 0, subgraph: null };
}

export function ensureSubgraph(bar: Bar): CalledSubgraph {
  bar.subgraph ??= {
    bars: new Map(),
    newestCall: null,
    startedCalls: new Set(),
    parallelCalls: new Set(),
  };
  return bar.subgraph;
}

export function barsOfCall(bar: Bar, call: string): Bar[] {
  const { bars } = ensureSubgraph(bar);
  const callBars = bars.get(call) ?? [];
  bars.set(call, callBars);
  return callBars;
}

// What ran inside a task, the calls of its subgraph one after the other.
export function barsInside({ subgraph }: Bar): Bar[] {
  return subgraph === null ? [] : [...subgraph.bars.values()].flat();
}

export function nestedRows(bar: Bar, rows: TimelineRow[] = []): TimelineRow[] {
  rows.push(bar.row);
  if (bar.subgraph !== null)
    for (const bars of bar.subgraph.bars.values()) for (const inner of bars) nestedRows(inner, rows);
  return rows;
}
