import type { Event, HandlerDetails, WebContents, WindowOpenHandlerResponse } from 'electron';
import { isFromSource, type AppSource } from './app-origin.ts';

export interface NavigationRules {
  readonly source: AppSource;
  readonly openLink: (url: string) => Promise<void>;
  readonly onRefused: (what: string) => void;
}

export type GuardedContents = Pick<WebContents, 'on' | 'setWindowOpenHandler'>;

/**
 * Keeps web contents on the studio's own origin: no frame navigates elsewhere, by click, script, form,
 * refresh or redirect, no `<webview>` attaches, and no window opens. Links to
 * new windows go to the link rule instead.
 */
export function guardNavigation(contents: GuardedContents, rules: NavigationRules): void {
  const refuseOutside = (event: Event<{ url: string }>): boolean => {
    if (isFromSource(rules.source, event.url)) return false;
    event.preventDefault();
    return true;
  };
  const refuseAndTell = (event: Event<{ url: string }>): void => {
    if (refuseOutside(event)) rules.onRefused('A navigation away from the studio was refused.');
  };
  // A main frame's navigation is a frame navigation too, and reported there.
  contents.on('will-navigate', refuseOutside);
  contents.on('will-frame-navigate', refuseAndTell);
  contents.on('will-redirect', refuseAndTell);
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    rules.onRefused('A webview was refused.');
  });
  contents.setWindowOpenHandler((details) => denyWindow(details, rules));
}

function denyWindow({ url }: Pick<HandlerDetails, 'url'>, rules: NavigationRules): WindowOpenHandlerResponse {
  if (!isFromSource(rules.source, url)) {
    rules.openLink(url).catch(() => rules.onRefused('A link was refused.'));
  }
  return { action: 'deny' };
}
