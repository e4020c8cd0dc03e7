import type { WindowFailure, WindowSelection } from '../../shared/model/window-failure.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';
import { subscribeToStream } from '../rpc/subscription.ts';

/*
 * Reports to the host that the window is responsive, and what it has selected. If data of a server hangs
 * the window, the next one opens without that server.
 */

const aliveMs = 2000;

// A closing page leaves a note for the next one, because its last message may be lost.
const leftKey = 'studio.window-left';

/** What the last window had selected when it hung or crashed. Never rejects, so that the window always opens. */
export async function readWindowFailure(rpc: StudioRpc): Promise<WindowFailure | null> {
  const windowId = readLeft();
  const answered = await rpc.call('windows.failure', { left: windowId }).catch(() => null);
  return answered?.failure ?? null;
}

function readLeft(): string | null {
  try {
    const windowId = localStorage.getItem(leftKey);
    localStorage.removeItem(leftKey);
    return windowId !== null && /^[\da-f-]{36}$/.test(windowId) ? windowId : null;
  } catch {
    return null;
  }
}

export interface Heartbeat {
  /** Reports the selection at once, before rendering, because rendering may be what crashes. */
  select(selection: WindowSelection | null): void;
  stop(): void;
}

export function startHeartbeat(rpc: StudioRpc): Heartbeat {
  const windowId = crypto.randomUUID();
  let selection: WindowSelection | null = null;
  let isPrinting = false;
  const beat = (): void => {
    const visible = document.visibilityState === 'visible' && !isPrinting;
    // The host is unreachable, so nothing is watching.
    rpc.call('windows.heartbeat', { windowId, visible, selection }).catch(() => undefined);
  };
  const leave = (): void => {
    try {
      localStorage.setItem(leftKey, windowId);
    } catch {
      // The storage is full or disabled.
    }
    rpc.call('windows.closed', { windowId }).catch(() => undefined);
  };
  // A print dialog suspends the page until it closes.
  const onPrint = (event: Event): void => {
    isPrinting = event.type === 'beforeprint';
    beat();
  };
  const close = subscribeToStream(
    rpc,
    'windows.open',
    { windowId },
    { onItem: () => beat(), onState: () => undefined },
  );
  const timer = setInterval(beat, aliveMs);
  document.addEventListener('visibilitychange', beat);
  addEventListener('beforeprint', onPrint);
  addEventListener('afterprint', onPrint);
  addEventListener('pagehide', leave);
  addEventListener('pageshow', beat);
  return {
    select(next) {
      if (next?.connectionId === selection?.connectionId && next?.threadId === selection?.threadId) return;
      selection = next;
      beat();
    },
    stop() {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
      removeEventListener('beforeprint', onPrint);
      removeEventListener('afterprint', onPrint);
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', beat);
      close();
    },
  };
}
