import type { LayoutListener, LayoutEngine } from './layout-client.ts';
import type { LayoutReply } from './layout-types.ts';

/** Starts the worker that lays graphs out. */
export function startLayoutWorker(listener: LayoutListener): LayoutEngine {
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<LayoutReply>) => listener.replied(event.data));
  worker.addEventListener('messageerror', () => listener.broke('The layout could not be read.'));
  worker.addEventListener('error', (event) =>
    listener.broke(event.message || 'The layout worker could not be started.'),
  );
  return {
    send: (request) => worker.postMessage(request, []),
    end: () => worker.terminate(),
  };
}
