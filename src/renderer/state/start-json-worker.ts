import type { JsonWorker } from './json-worker/json-worker-client.ts';
import type { WorkerReply } from './json-worker/worker-protocol.ts';

/** A worker that looks through JSON texts. */
export function startJsonWorker(): JsonWorker {
  const worker = new Worker(new URL('./json-worker/json.worker.ts', import.meta.url), { type: 'module' });
  return {
    postMessage: (request) => worker.postMessage(request, []),
    terminate: () => worker.terminate(),
    onReply(listener) {
      worker.addEventListener('message', (event: MessageEvent<WorkerReply>) => listener(event.data));
    },
    onBroken(listener) {
      worker.addEventListener('error', (event) =>
        listener(event.message || 'The worker could not be started.'),
      );
      worker.addEventListener('messageerror', () => listener('The answer could not be read.'));
    },
  };
}
