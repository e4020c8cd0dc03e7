import type { CheckReply } from './schema-check.ts';
import type { CheckWorker } from './schema-checker.ts';

/** Throws where workers are not available. */
export function startSchemaWorker(): CheckWorker {
  const worker = new Worker(new URL('./schema-check.worker.ts', import.meta.url), { type: 'module' });
  return {
    postMessage: (request) => worker.postMessage(request, []),
    terminate: () => worker.terminate(),
    onReply(listener) {
      worker.addEventListener('message', (event: MessageEvent<CheckReply>) => listener(event.data));
    },
    onBroken(listener) {
      worker.addEventListener('error', listener);
      worker.addEventListener('messageerror', listener);
    },
  };
}
