import type { MatchReply, MatchWorker } from './text-matcher.ts';

/** A worker that looks for expressions in texts. */
export function startMatchWorker(): MatchWorker {
  const worker = new Worker(new URL('./match.worker.ts', import.meta.url), { type: 'module' });
  return {
    postMessage: (request) => worker.postMessage(request, []),
    terminate: () => worker.terminate(),
    onReply(listener) {
      worker.addEventListener('message', (event: MessageEvent<MatchReply>) => listener(event.data));
      worker.addEventListener('error', (event) =>
        listener({ problem: event.message || 'The search could not be started.' }),
      );
    },
  };
}
