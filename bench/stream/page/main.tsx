// The window: the studio's own log of a run and its own list of events, over a real socket to the services.
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { EventsView } from '../../../src/renderer/runs/events/EventsView.tsx';
import { createRunLogStore, type RunLogStore } from '../../../src/renderer/runs/run-log-store.ts';
import type { StudioContract } from '../../../src/shared/contract.ts';
import { contractName } from '../../../src/shared/contract-name.ts';
import { connect } from '../../../src/shared/rpc/client.ts';
import '../../../src/renderer/ui/tokens.css';

const longTasks: number[] = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longTasks.push(duration);
}).observe({ type: 'longtask', buffered: true });

const pictures: number[] = [];
let before = performance.now();
const draw = (now: number): void => {
  pictures.push(now - before);
  before = now;
  requestAnimationFrame(draw);
};
requestAnimationFrame(draw);

function View({ store }: { readonly store: RunLogStore }) {
  const log = useSyncExternalStore(store.subscribe, store.get);
  return <EventsView runId={store.key.runId} log={log} running={log.end === null} />;
}

/** What the bench asks of the page. */
const bench = {
  store: null as RunLogStore | null,
  async follow(address: string, threadId: string): Promise<void> {
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    await new Promise((open) => socket.addEventListener('open', open));
    const studio = connect<StudioContract>(
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
    bench.store = store;
    const root = document.getElementById('root');
    if (root) createRoot(root).render(<View store={store} />);
    store.follow(studio);
  },
  /** Milliseconds between pictures and of long tasks since the last call. */
  measured() {
    return { pictures: pictures.splice(0), longTasks: longTasks.splice(0) };
  },
  /** Reads frames anywhere in the log, and gives how long it took in all and how long their texts are. */
  async readBack(seqs: readonly number[]) {
    const log = bench.store?.get();
    if (!log) throw new Error('Nothing is followed.');
    const began = performance.now();
    const lengths: number[] = [];
    for (const seq of seqs) {
      await log.load(seq, seq + 1);
      lengths.push(log.frames.frame(seq)?.text.length ?? -1);
    }
    return { ms: performance.now() - began, lengths };
  },
};
Object.assign(window, { bench });
