import type { WindowFailure, WindowSelection } from '../../../shared/model/window-failure.ts';
import type { Studio } from '../../rpc/rpc-context.ts';
import { subscribeToStream } from '../../rpc/subscription.ts';

/*
 * The window says to the back end that it answers, and what it works on (row U-13). When it does not any more, because what
 * a server sent keeps it busy for good, the next window opens without that server.
 */

const aliveMs = 2000;

/** Where a page that goes says so to the page after it: its last message may not get through. */
const leftKey = 'studio.window-left';

/** What the last window was working on when it hung or died. Never rejects: a window opens in any case. */
export async function readWindowFailure(studio: Studio): Promise<WindowFailure | null> {
  const left = readLeft();
  const answered = await studio.call('windows.failure', { left }).catch(() => null);
  return answered?.failure ?? null;
}

function readLeft(): string | null {
  try {
    const left = localStorage.getItem(leftKey);
    localStorage.removeItem(leftKey);
    return left !== null && /^[\da-f-]{36}$/.test(left) ? left : null;
  } catch {
    return null;
  }
}

export interface Heartbeat {
  /** Says at once what the window works on: before it is drawn, for that may be what it dies of. */
  select(selection: WindowSelection | null): void;
  stop(): void;
}

/** Says that the window answers until it is stopped. */
export function startHeartbeat(studio: Studio): Heartbeat {
  const windowId = crypto.randomUUID();
  let selection: WindowSelection | null = null;
  let isPrinting = false;
  const beat = (): void => {
    const visible = document.visibilityState === 'visible' && !isPrinting;
    // A back end that is away has nothing to watch.
    studio.call('windows.heartbeat', { windowId, visible, selection }).catch(() => undefined);
  };
  const leave = (): void => {
    try {
      localStorage.setItem(leftKey, windowId);
    } catch {
      // The storage is full or switched off.
    }
    studio.call('windows.closed', { windowId }).catch(() => undefined);
  };
  // A print dialog stops the page until it is closed.
  const onPrint = (event: Event): void => {
    isPrinting = event.type === 'beforeprint';
    beat();
  };
  const close = subscribeToStream(
    studio,
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
