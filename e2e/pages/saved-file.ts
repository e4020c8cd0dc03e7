import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import type { Studio } from '../hosts/fixture.ts';

export interface SavedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * The file that an action saves. In a browser it is downloaded; Electron would show a dialog, so there it is
 * taken from the window before that.
 */
export async function captureSavedFile(
  { page, kind }: Studio,
  action: () => Promise<void>,
): Promise<SavedFile> {
  if (kind !== 'web') return offeredBy(page, action);
  const [download] = await Promise.all([page.waitForEvent('download'), action()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

async function offeredBy(page: Page, action: () => Promise<void>): Promise<SavedFile> {
  const offered = await page.evaluateHandle(() => {
    const { promise, resolve } = (() => {
      let settle: (file: { name: string; base64: string }) => void = () => undefined;
      return {
        promise: new Promise<{ name: string; base64: string }>((done) => (settle = done)),
        resolve: (file: { name: string; base64: string }) => settle(file),
      };
    })();
    const blobs = new Map<string, Blob>();
    const makeUrl = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      const url = makeUrl(blob);
      blobs.set(url, blob);
      return url;
    };
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      HTMLAnchorElement.prototype.click = click;
      URL.createObjectURL = makeUrl;
      const blob = blobs.get(this.href);
      if (!blob) return;
      const name = this.download;
      void blob.arrayBuffer().then((buffer) => {
        const bytes = new Uint8Array(buffer);
        let text = '';
        for (const byte of bytes) text += String.fromCharCode(byte);
        resolve({ name, base64: btoa(text) });
      });
    };
    return { file: promise };
  });
  await action();
  const { name, base64 } = await offered.evaluate(({ file }) => file);
  return { name, bytes: Buffer.from(base64, 'base64') };
}
