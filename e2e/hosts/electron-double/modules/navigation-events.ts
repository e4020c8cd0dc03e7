import { fromChromium, toChromium } from '../chromium/addresses.ts';
import { createEvent, type PreventableEvent } from './preventable-event.ts';
import type { PageTarget } from './page-target.ts';

/** The three events that Electron emits before a document loads. */
export type NavigationEventName = 'will-navigate' | 'will-frame-navigate' | 'will-redirect';

export type NavigationHandler = (
  name: NavigationEventName,
  event: PreventableEvent & { readonly url: string; readonly isMainFrame: boolean },
) => void;

/**
 * Asks the program about every document that a page wants to load, as Electron does, except loads started by
 * the program. Returns the function that announces those.
 */
export function interceptNavigation(
  page: PageTarget,
  onNavigation: NavigationHandler,
): (address: string) => void {
  const started = new Set<string>();
  page.cdp.on('Fetch.requestPaused', ({ requestId, request, frameId, redirectedRequestId }) => {
    const address = request.url;
    const isMainFrame = frameId === page.mainFrameId;
    const event = createEvent({ url: fromChromium(address), isMainFrame });
    if (redirectedRequestId !== undefined) {
      onNavigation('will-redirect', event);
    } else if (!(isMainFrame && started.delete(address))) {
      onNavigation('will-frame-navigate', event);
      if (isMainFrame) onNavigation('will-navigate', event);
    }
    const decided = event.defaultPrevented
      ? page.cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : page.cdp.send('Fetch.continueRequest', { requestId });
    // The page may be gone, and its request with it.
    decided.catch(() => undefined);
  });
  return (address) => void started.add(toChromium(address).replace(/#.*$/, ''));
}
