import { useCallback, useEffect, useMemo, useState } from 'react';
import { createLayoutClient } from './layout-client.ts';
import { layoutInput } from './layout-input.ts';
import type { LayoutResult } from './layout-types.ts';
import type { VisibleGraph } from './levels.ts';
import { startLayoutWorker } from './start-layout-worker.ts';

/** A visible graph with its layout: always the two that belong together. */
export interface LaidOut {
  readonly visible: VisibleGraph;
  readonly layout: LayoutResult;
}

export interface LayoutState {
  /** The last layout that was made; it stays while the next one is under way. */
  readonly laidOut: LaidOut | null;
  readonly problem: string | null;
  readonly pending: boolean;
  readonly retry: () => void;
}

/** Keeps a visible graph laid out. */
export function useLayout(visible: VisibleGraph): LayoutState {
  const client = useMemo(() => createLayoutClient(startLayoutWorker), []);
  const [laidOut, setLaidOut] = useState<LaidOut | null>(null);
  const [failed, setFailed] = useState<{ readonly visible: VisibleGraph; readonly problem: string } | null>(
    null,
  );
  useEffect(() => () => client.close(), [client]);

  const layOut = useCallback(() => {
    void client.layOut(layoutInput(visible)).then((outcome) => {
      if (outcome.kind === 'done') setLaidOut({ visible, layout: outcome.result });
      if (outcome.kind === 'failed') setFailed({ visible, problem: outcome.problem });
    });
  }, [client, visible]);
  useEffect(() => {
    layOut();
    return client.cancel;
  }, [client, layOut]);

  const problem = failed?.visible === visible ? failed.problem : null;
  return {
    laidOut,
    problem,
    pending: laidOut?.visible !== visible && problem === null,
    retry: () => {
      setFailed(null);
      layOut();
    },
  };
}
