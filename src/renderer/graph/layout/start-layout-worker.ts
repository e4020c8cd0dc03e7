import type { LayoutEngine, LayoutListener } from './layout-client.ts';
import type { LayoutReply } from '../model/layout-types.ts';

let spare: Worker | null = null;

const createWorker = (): Worker =>
  new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });

export function startLayoutWorker(listener: LayoutListener): LayoutEngine {
  const worker = spare ?? createWorker();
  spare = null;
  const owner = new AbortController();
  const { signal } = owner;
  let pendingCount = 0;
  let usable = true;
  const broke = (problem: string): void => {
    usable = false;
    listener.onFailure(problem);
  };
  worker.addEventListener(
    'message',
    (event: MessageEvent<LayoutReply>) => {
      pendingCount -= 1;
      listener.onReply(event.data);
    },
    { signal },
  );
  worker.addEventListener('messageerror', () => broke('The layout could not be read.'), { signal });
  worker.addEventListener(
    'error',
    (event) => broke(event.message || 'The layout worker could not be started.'),
    { signal },
  );
  return {
    send(request) {
      pendingCount += 1;
      worker.postMessage(request, []);
    },
    end() {
      owner.abort();
      if (usable && pendingCount === 0 && spare === null) spare = worker;
      else worker.terminate();
    },
  };
}
