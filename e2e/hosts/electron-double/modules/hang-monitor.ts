import type { CdpTarget } from '../chromium/cdp.ts';
import { faults } from '../faults.ts';

/** Chromium's own limit, in ms. */
const defaultHangMs = 15_000;

const pollMs = 500;

export interface HangListeners {
  readonly isGone: () => boolean;
  readonly onUnresponsive: () => void;
  readonly onResponsive: () => void;
}

/**
 * Polls the page's main thread and reports when it does not respond. Electron's own monitor starts with an
 * unhandled input; this one needs none.
 */
export function watchForHangs(cdp: CdpTarget, listeners: HangListeners): void {
  const hangMs = faults.hangMs ?? defaultHangMs;
  let requestedAt: number | null = null;
  let isHung = false;
  const answered = (): void => {
    requestedAt = null;
    if (isHung && !listeners.isGone()) listeners.onResponsive();
    isHung = false;
  };
  const timer = setInterval(() => {
    if (listeners.isGone()) return clearInterval(timer);
    if (requestedAt === null) {
      requestedAt = Date.now();
      // A crashed or closed page responds with an error, which counts as a response.
      cdp.send('Runtime.evaluate', { expression: '0' }).then(answered, answered);
    } else if (!isHung && Date.now() - requestedAt >= hangMs) {
      isHung = true;
      listeners.onUnresponsive();
    }
  }, pollMs);
  timer.unref();
}
