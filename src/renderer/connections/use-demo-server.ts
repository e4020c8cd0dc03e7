import { useEffect, useState } from 'react';
import type { AppError } from '../../shared/app-error.ts';
import type { LocalServerStatus, LocalServerUpdate, LogLine } from '../../shared/model/local-server.ts';
import { appendLogLines } from '../shared-ui/log-filter.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { subscribeToStream } from '../rpc/subscription.ts';

export interface DemoServerView {
  readonly status: LocalServerStatus | null;
  readonly lines: readonly LogLine[];
  readonly error: AppError | null;
}

// Adds an update to what is shown. The first one of a subscription brings the whole log: it replaces.
export function applyLogUpdate(
  view: DemoServerView,
  update: LocalServerUpdate,
  first: boolean,
): DemoServerView {
  return { status: update.status, lines: appendLogLines(view.lines, update.lines, first), error: null };
}

export function useDemoServer(): DemoServerView {
  const rpc = useRpc();
  const [view, setView] = useState<DemoServerView>({ status: null, lines: [], error: null });
  useEffect(
    () =>
      subscribeToStream(
        rpc,
        'demoServer.watch',
        {},
        {
          onItem: (update, first) => setView((before) => applyLogUpdate(before, update, first)),
          onState: (_state, error) => setView((before) => ({ ...before, error })),
        },
      ),
    [rpc],
  );
  return view;
}
