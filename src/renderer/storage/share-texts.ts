import * as z from 'zod/mini';
import { applyBroadcastText, setBroadcast } from './persistent-store.ts';

/** `owner`: whose texts they are. Members of a team may use one browser, and must not get what another one stores. */
export function textChannelName(owner: string): string {
  return `studio.texts/${owner}`;
}

const WrittenText = z.strictObject({ key: z.string(), text: z.nullable(z.string()) });

/**
 * Keeps the stored texts of one owner's windows in one browser, or of the app, the same. A window that did not know what another
 * one has written would write its own old list of pins or breakpoints, with one change, over it. Returns a cleanup
 * function.
 */
export function shareTexts(owner: string): () => void {
  const channel = new BroadcastChannel(textChannelName(owner));
  channel.addEventListener('message', ({ data }) => {
    // A page of another version of the studio may send something else.
    const written = WrittenText.safeParse(data).data;
    if (written) applyBroadcastText(written.key, written.text);
  });
  setBroadcast((key, text) => channel.postMessage({ key, text }));
  return () => {
    setBroadcast(() => undefined);
    channel.close();
  };
}
