import type { ParseReply } from './markdown-node.ts';
import type { MarkdownWorker } from './markdown-parser.ts';

/** Throws where workers are not available. */
export function startMarkdownWorker(): MarkdownWorker {
  const worker = new Worker(new URL('./markdown.worker.ts', import.meta.url), { type: 'module' });
  return {
    postMessage: (request) => worker.postMessage(request, []),
    terminate: () => worker.terminate(),
    onReply(listener) {
      worker.addEventListener('message', (event: MessageEvent<ParseReply>) => listener(event.data));
    },
    onBroken(listener) {
      worker.addEventListener('error', listener);
      worker.addEventListener('messageerror', listener);
    },
  };
}
