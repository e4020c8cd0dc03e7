import { useCallback, useEffect, useMemo, useState } from 'react';
import { createLayoutClient } from './layout-client.ts';
import { layoutGraph } from './layout-graph.ts';
import { layoutInput } from './layout-input.ts';
import type { FlowDirection, LayoutResult } from '../model/layout-types.ts';
import type { VisibleGraph } from '../model/visible-graph.ts';
import { startLayoutWorker } from './start-layout-worker.ts';

// Smaller graphs are laid out synchronously, which is faster than a message to the worker.
const atOnceUpTo = 60;

export interface LaidOut {
  readonly visible: VisibleGraph;
  readonly direction: FlowDirection;
  readonly layout: LayoutResult;
}

export interface LayoutState {
  readonly laidOut: LaidOut | null;
  readonly problem: string | null;
  readonly pending: boolean;
  readonly retry: () => void;
}

interface LayoutRequestKey {
  readonly visible: VisibleGraph;
  readonly direction: FlowDirection;
}

export function isLaidOutAtOnce({ nodes }: VisibleGraph): boolean {
  return nodes.length <= atOnceUpTo;
}

/**
 * Lays out a visible graph: a small one synchronously, a large one in a worker; nothing while the direction is
 * unknown (`null`).
 */
export function useLayout(visible: VisibleGraph, direction: FlowDirection | null): LayoutState {
  const request = useMemo(
    (): LayoutRequestKey | null => (direction === null ? null : { visible, direction }),
    [visible, direction],
  );
  const small = useMemo(
    () => (request !== null && isLaidOutAtOnce(request.visible) ? atOnce(request) : null),
    [request],
  );
  const client = useMemo(() => createLayoutClient(startLayoutWorker), []);
  const [large, setLarge] = useState<(Outcome & { readonly request: LayoutRequestKey }) | null>(null);
  const [last, setLast] = useState<LaidOut | null>(null);
  useEffect(() => () => client.close(), [client]);

  const layOutLarge = useCallback(() => {
    if (small || request === null) return;
    void client.layOut(layoutInput(request.visible, request.direction)).then((outcome) => {
      if (outcome.kind === 'done') {
        setLarge({ request: request, laidOut: { ...request, layout: outcome.result }, problem: null });
      }
      if (outcome.kind === 'failed') setLarge({ request: request, laidOut: null, problem: outcome.problem });
    });
  }, [client, request, small]);
  useEffect(() => {
    layOutLarge();
    return client.cancel;
  }, [client, layOutLarge]);

  const current = small ?? (request !== null && large?.request === request ? large : null);
  const laidOut = current?.laidOut ?? null;
  // Stores the previous value during render, as the React docs describe.
  if (laidOut !== null && laidOut !== last) setLast(laidOut);
  return {
    laidOut: laidOut ?? last,
    problem: current?.problem ?? null,
    pending: current === null,
    retry: () => {
      setLarge(null);
      layOutLarge();
    },
  };
}

interface Outcome {
  readonly laidOut: LaidOut | null;
  readonly problem: string | null;
}

function atOnce(request: LayoutRequestKey): Outcome {
  try {
    return {
      laidOut: { ...request, layout: layoutGraph(layoutInput(request.visible, request.direction)) },
      problem: null,
    };
  } catch (error) {
    return { laidOut: null, problem: error instanceof Error ? error.message : String(error) };
  }
}
