import * as z from 'zod/mini';
import { takeStoredText, tellStoredTexts } from './persistent-store.ts';

export const channelName = 'studio.texts';

const WrittenText = z.strictObject({ key: z.string(), text: z.nullable(z.string()) });

/**
 * Keeps the stored texts of the windows of one browser, or of the app, the same. A window that did not know what another
 * one has written would write its own old list of pins or breakpoints, with one change, over it. Returns a cleanup
 * function.
 */
export function shareTexts(): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    // A page of another version of the studio may send something else.
    const written = WrittenText.safeParse(data).data;
    if (written) takeStoredText(written.key, written.text);
  });
  tellStoredTexts((key, text) => channel.postMessage({ key, text }));
  return () => {
    tellStoredTexts(() => undefined);
    channel.close();
  };
}
