import { createRunLogStore, type RunLogStore } from '../../../src/renderer/runs/model/run-log-store.ts';
import { contractName } from '../../../src/shared/contract-name.ts';
import type { StudioContract } from '../../../src/shared/contract.ts';
import { createRpcClient } from '../../../src/shared/rpc/client.ts';

/** Follows a run over a real socket, in the studio's own log. */
export async function follow(
  address: string,
  threadId: string,
  show: (store: RunLogStore) => void,
): Promise<RunLogStore> {
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  await new Promise((open) => socket.addEventListener('open', open));
  const studio = createRpcClient<StudioContract>(
    {
      send: (message) => socket.send(String(message)),
      onMessage(listener) {
        socket.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
          listener(data instanceof ArrayBuffer ? new Uint8Array(data) : String(data)),
        );
        return () => undefined;
      },
      onClose: () => () => undefined,
      close: () => socket.close(),
    },
    contractName,
  );
  const store = createRunLogStore({ connectionId: 'c', threadId, runId: 'run-1' });
  show(store);
  store.follow(studio);
  return store;
}
