// The window: the studio's run log and event list, over a real socket to the services.
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { EventsView } from '../../../src/renderer/runs/events/EventsView.tsx';
import type { RunLogStore } from '../../../src/renderer/runs/model/run-log-store.ts';
import '../../../src/renderer/ui/tokens.css';
import { follow } from './follow.ts';
import { measured } from './measured.ts';

function View({ store }: { readonly store: RunLogStore }) {
  const log = useSyncExternalStore(store.subscribe, store.get);
  return <EventsView onNode={() => undefined} runId={store.key.runId} log={log} running={log.end === null} />;
}

/** The API that the bench calls in the page. */
const bench = {
  store: null as RunLogStore | null,
  async follow(address: string, threadId: string): Promise<void> {
    bench.store = await follow(address, threadId, (store) => {
      const root = document.getElementById('root');
      if (root) createRoot(root).render(<View store={store} />);
    });
  },
  measured,
  /** Reads frames anywhere in the log; returns the total time and the length of their texts. */
  async readBack(seqs: readonly number[]) {
    const log = bench.store?.get();
    if (!log) throw new Error('Nothing is followed.');
    const startedAt = performance.now();
    const lengths: number[] = [];
    for (const seq of seqs) {
      await log.load(seq, seq + 1);
      lengths.push(log.frames.frame(seq)?.text.length ?? -1);
    }
    return { ms: performance.now() - startedAt, lengths };
  },
};
Object.assign(window, { bench });
