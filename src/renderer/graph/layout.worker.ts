import { layOut } from './layout-engine.ts';
import type { LayoutReply, LayoutRequest } from './layout-types.ts';

// ELK's bundle, loaded in a worker, believes that the worker's messages are for it.
Object.assign(globalThis, { onmessage: null });

globalThis.addEventListener('message', (event: MessageEvent<LayoutRequest>) => {
  const { id, input } = event.data;
  const reply = (message: LayoutReply): void => globalThis.postMessage(message, {});
  layOut(input).then(
    (result) => reply({ id, result }),
    (thrown: unknown) => reply({ id, problem: thrown instanceof Error ? thrown.message : String(thrown) }),
  );
});
