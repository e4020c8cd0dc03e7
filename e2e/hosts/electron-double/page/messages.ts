/** The binding that the page's half of the double calls; it is taken off the page's `window` before the page runs. */
export const bindingName = '__electronDouble';

/** The function that the program's half calls in the page. */
export const receiverName = '__electronDoubleReceive';

/** From the page to the program. Who sent it is not in here: Chromium says which frame called. */
export type PageMessage =
  | { readonly type: 'send'; readonly channel: string; readonly args: unknown[] }
  | { readonly type: 'open'; readonly url: string }
  | { readonly type: 'key'; readonly key: PressedKey }
  | { readonly type: 'preload-failed'; readonly message: string };

/** From the program to the page. */
export interface HostMessage {
  readonly channel: string;
  readonly args: unknown[];
}

/** A pressed key that may be a menu's accelerator. */
export interface PressedKey {
  readonly key: string;
  readonly command: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}
