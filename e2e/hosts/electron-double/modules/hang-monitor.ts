import type { CdpTarget } from '../chromium/cdp.ts';
import { faults } from '../faults.ts';

/** What Chromium gives a page before it calls it unresponsive, in ms. */
const usualHangMs = 15_000;

const lookEveryMs = 500;

/** Who hears of a page that hangs. */
export interface HangListeners {
  readonly isGone: () => boolean;
  readonly onUnresponsive: () => void;
  readonly onResponsive: () => void;
}

/**
 * Asks the page's main thread again and again and tells when it does not answer. Electron's own monitor starts with an
 * input that the page does not take; this one needs no input.
 */
export function watchForHangs(cdp: CdpTarget, listeners: HangListeners): void {
  const hangMs = faults.hangMs ?? usualHangMs;
  let askedAt: number | null = null;
  let isHung = false;
  const answered = (): void => {
    askedAt = null;
    if (isHung && !listeners.isGone()) listeners.onResponsive();
    isHung = false;
  };
  const timer = setInterval(() => {
    if (listeners.isGone()) return clearInterval(timer);
    if (askedAt === null) {
      askedAt = Date.now();
      // A page that crashed or went away answers with an error, which is an answer too.
      cdp.send('Runtime.evaluate', { expression: '0' }).then(answered, answered);
    } else if (!isHung && Date.now() - askedAt >= hangMs) {
      isHung = true;
      listeners.onUnresponsive();
    }
  }, lookEveryMs);
  timer.unref();
}
