import { aborted } from './common/abortable.ts';
import { z } from 'zod';
import { WindowFailure, type WindowSelection } from '../shared/model/window-failure.ts';
import type { DocumentSpec } from './storage/versioned-document.ts';
import type { CallsOf, StreamsOf } from '../shared/contract.ts';
import type { DocumentStore } from './storage/document-store.ts';
import type { JsonDocument } from './storage/json-document.ts';
import type { Platform } from './common/platform.ts';

// The last failure of a window, until its server has been open for a while in another one.
const StoredFailure = z.strictObject({ failure: WindowFailure.nullable() });
type StoredFailure = z.infer<typeof StoredFailure>;

export const windowFailureDocument: DocumentSpec<StoredFailure> = {
  name: 'window-failure',
  version: 1,
  schema: StoredFailure,
  initial: { failure: null },
};

// Remembers which server was open in a window that hung or died, so that the next window does not open it by itself.
export interface WindowHealth {
  readonly calls: Omit<CallsOf<'windows'>, 'windows.new'>;
  readonly streams: StreamsOf<'windows'>;
  // The last failure of a window, without saying that another one follows it.
  lastFailure(): Promise<WindowFailure | null>;
  forget(connectionId: string): Promise<void>;
  // Ends the timer. Windows that go from now on count as ended with the studio.
  stop(): void;
}

interface WindowHealthOptions {
  readonly documents: DocumentStore;
  readonly platform: Pick<Platform, 'log'>;
  readonly now?: () => number;
}

// How often it is looked whether windows are alive: milliseconds. A look that comes much later says that this process slept.
const checkMs = 1000;
const sleptMs = 3 * checkMs;

// A visible window says that it is alive every two seconds. So long after the last time it counts as hung.
const hungMs = 8000;

// A window that answers for so long after it opened a server can work with it.
const settledMs = 5000;

// Only a window that is gone so soon after it opened a server may be gone because of that server.
const soonMs = 60_000;

// The last words of a page may come after its port was closed, and a page that lost its port opens another one.
const graceMs = 3000;

// - `ports`: Ports that it has open: one, or for a moment two.
// - `visible`: Hidden pages are throttled and frozen by browsers: they need not answer.
interface Window {
  readonly id: string;
  ports: number;
  lastAlive: number;
  visible: boolean;
  selection: WindowSelection | null;
  selectedAt: number;
  hung: boolean;
  left: boolean;
}

// Watches that windows answer. A failure is remembered only when it was seen from here: a visible window
// whose port is open and that does not answer while this process runs without a break (`hung`), or two
// windows in a row whose page was gone without a word soon after they opened the same server (`ended`). So
// none of these is a failure: a reload and a closed window (they say that they go), the kill of the studio
// and a restart of its host (nobody is left to see it), a lost port (the page opens another one), a machine
// that slept, a hidden page, one sudden end of a browser.
export function createWindowHealth(options: WindowHealthOptions): WindowHealth {
  const { documents, platform, now = () => performance.now() } = options;
  const windows = new Map<string, Window>();
  // The last window that was suddenly gone.
  let lostWindow: { readonly windowId: string; readonly connectionId: string } | null = null;
  let document: Promise<JsonDocument<StoredFailure>> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let lastCheck = now();
  let stopped = false;

  const openDocument = (): Promise<JsonDocument<StoredFailure>> =>
    (document ??= documents.open(windowFailureDocument));
  const warnNotSaved = (error: unknown): void =>
    platform.log('warn', `The state of the windows could not be saved: ${String(error)}`);
  const store = (failure: WindowFailure | null, only?: (stored: WindowFailure) => boolean): Promise<void> =>
    openDocument()
      .then((file) =>
        file.update((before) => {
          const isOther = before.failure !== null && only !== undefined && !only(before.failure);
          return isOther || before.failure === failure ? before : { failure };
        }),
      )
      .then(() => undefined, warnNotSaved);
  const remember = ({ selection }: Window, kind: WindowFailure['kind']): void => {
    if (selection === null) return;
    platform.log(
      'warn',
      kind === 'hung' ? 'A window stopped responding.' : 'A window closed unexpectedly, twice in a row.',
    );
    store({ ...selection, kind }).catch(warnNotSaved);
  };

  const check = (): void => {
    const time = now();
    const slept = time - lastCheck > sleptMs;
    lastCheck = time;
    for (const window of windows.values()) {
      if (slept) window.lastAlive = time;
      if (window.ports === 0 && time - window.lastAlive > soonMs) drop(window);
      const isSilent = window.visible && window.ports > 0 && time - window.lastAlive > hungMs;
      if (!isSilent || window.hung || window.selection === null) continue;
      window.hung = true;
      remember(window, 'hung');
    }
  };
  const windowOf = (id: string): Window => {
    const entry = windows.get(id);
    if (entry) return entry;
    const time = now();
    const window: Window = {
      id,
      ports: 0,
      lastAlive: time,
      visible: false,
      selection: null,
      selectedAt: time,
      hung: false,
      left: false,
    };
    windows.set(id, window);
    if (timer === null && !stopped) {
      lastCheck = time;
      timer = setInterval(check, checkMs);
      timer.unref();
    }
    return window;
  };
  const drop = (window: Window): void => {
    windows.delete(window.id);
    if (windows.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };

  const afterClose = (window: Window): void => {
    if (stopped || window.ports > 0 || windows.get(window.id) !== window) return;
    drop(window);
    const { selection } = window;
    const isSoon = now() - window.selectedAt < soonMs;
    if (window.left || window.hung || !window.visible || selection === null || !isSoon) return;
    if (lostWindow?.connectionId === selection.connectionId) remember(window, 'ended');
    lostWindow = { windowId: window.id, connectionId: selection.connectionId };
  };

  return {
    calls: {
      'windows.heartbeat': async ({ windowId, visible, selection }) => {
        const window = windowOf(windowId);
        const time = now();
        const isOther =
          window.selection?.connectionId !== selection?.connectionId ||
          window.selection?.threadId !== selection?.threadId;
        if (isOther) window.selectedAt = time;
        const hasRecovered = window.hung;
        Object.assign(window, { lastAlive: time, visible, selection, hung: false, left: false });
        if (selection === null) return {};
        const isSettled = time - window.selectedAt >= settledMs;
        if (isSettled && lostWindow?.connectionId === selection.connectionId) lostWindow = null;
        // Another window that does not answer has the word.
        const isContested = [...windows.values()].some(({ hung }) => hung);
        if ((hasRecovered || isSettled) && !isContested)
          await store(null, (stored) => stored.connectionId === selection.connectionId);
        return {};
      },
      'windows.closed': async ({ windowId }) => {
        const window = windows.get(windowId);
        if (window) window.left = true;
        return {};
      },
      'windows.failure': async ({ left }) => {
        // The page before this one may have had no time to say so to anybody but the page after it.
        if (left !== null && lostWindow?.windowId === left) lostWindow = null;
        const before = left === null ? undefined : windows.get(left);
        if (before) before.left = true;
        // Behind what is being written.
        return { failure: (await (await openDocument()).update((stored) => stored)).failure };
      },
    },
    streams: {
      async *'windows.open'({ windowId }, signal) {
        if (signal.aborted) return;
        const window = windowOf(windowId);
        window.ports += 1;
        window.lastAlive = now();
        try {
          yield {};
          await aborted(signal);
        } finally {
          window.ports -= 1;
          setTimeout(() => afterClose(window), graceMs).unref();
        }
      },
    },
    lastFailure: async () => (await (await openDocument()).update((stored) => stored)).failure,
    async forget(connectionId) {
      if (lostWindow?.connectionId === connectionId) lostWindow = null;
      await store(null, (stored) => stored.connectionId === connectionId);
    },
    stop() {
      stopped = true;
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}
