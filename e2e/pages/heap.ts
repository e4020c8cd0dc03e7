import type { Page } from 'playwright/test';

/**
 * The names of texts that are somewhere in the JavaScript heap of the page, in all of its worlds, after a garbage
 * collection. Long texts are cut in a snapshot after 1,024 characters.
 */
export async function textsInHeap(
  page: Page,
  texts: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const snapshot = chunks.join('');
  return Object.entries(texts).flatMap(([name, text]) => (snapshot.includes(text) ? [name] : []));
}
