/** The binding that the double's page part calls; it is removed from `window` before the page runs. */
export const bindingName = '__electronDouble';

/** The function that the double's program part calls in the page. */
export const receiverName = '__electronDoubleReceive';

/** From the page to the program. The sender is not included: Chromium reports the frame. */
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

/** A pressed key that may be a menu accelerator. */
export interface PressedKey {
  readonly key: string;
  readonly command: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}
