import { readWindowFailure, startHeartbeat } from './window-health.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';
import { changeSelection, type RunSession } from '../runs/run-session.ts';
import { emptySelection } from '../runs/selection.ts';
import type { UiStore } from './ui-store.ts';

/**
 * Restores the last selection unless the last window hung or crashed with it; then it is skipped,
 * and `SafeStartBanner` explains. Returns a cancel function.
 */
export function restoreSelection(rpc: StudioRpc, store: UiStore, session: RunSession): () => void {
  const heartbeat = startHeartbeat(rpc);
  // Before React renders, because the selection may be what hangs the window.
  const forget = session.subscribe(({ selection: { connectionId, threadId } }) =>
    heartbeat.select(connectionId === null ? null : { connectionId, threadId }),
  );
  let stopped = false;
  void readWindowFailure(rpc).then((failure) => {
    const { remembered } = store.getState();
    if (stopped || remembered === null) return;
    const isSafe =
      failure === null ||
      (remembered.connectionId !== null && remembered.connectionId !== failure.connectionId);
    changeSelection(session, () => (isSafe ? remembered : emptySelection));
    if (isSafe) store.setState({ remembered: null });
    // Other views read from servers.
    else store.setState({ remembered: null, lastFailure: failure, railView: 'threads' });
  });
  return () => {
    stopped = true;
    forget();
    heartbeat.stop();
  };
}
