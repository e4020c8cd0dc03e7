// The window: the studio's Node tab beside its event list, while the selected node runs again and again.
import { QueryClientProvider } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../../../src/renderer/queries/query-client.ts';
import { RpcContext, type StudioRpc } from '../../../src/renderer/rpc/rpc-context.ts';
import { EventsView } from '../../../src/renderer/runs/events/EventsView.tsx';
import type { RunLogStore } from '../../../src/renderer/runs/model/run-log-store.ts';
import type { ExecutionActions, NodeViewSlots } from '../../../src/renderer/runs/node/node-view-props.ts';
import { NodeView } from '../../../src/renderer/runs/node/NodeView.tsx';
import { useEventsRecord } from '../../../src/renderer/runs/node/use-events-record.ts';
import type { Run } from '../../../src/shared/model/run.ts';
import '../../../src/renderer/ui/tokens.css';
import { follow } from './follow.ts';
import { measured } from './measured.ts';

const slots: NodeViewSlots = {
  renderTree: (text, label) => <pre aria-label={label}>{text}</pre>,
  settings: null,
  source: null,
  renderDiff: (before, after) => <pre>{`${before} ${after}`}</pre>,
};

const actions: ExecutionActions = {
  runAgain: () => undefined,
  trySettings: () => undefined,
  editInput: () => undefined,
  openCheckpoint: () => undefined,
  openTask: () => undefined,
  breakpoint: null,
  pin: null,
};

const run: Run = {
  runId: 'run-1',
  threadId: 't',
  assistantId: 'a',
  status: 'running',
  createdAt: null,
  durationMs: null,
  hasLog: true,
  joinedLate: false,
  origin: { kind: 'input', checkpointId: null },
};
const runs = [run];

function Events({ store }: { readonly store: RunLogStore }) {
  const log = useSyncExternalStore(store.subscribe, store.get);
  return <EventsView onNode={() => undefined} runId={store.key.runId} log={log} running={log.end === null} />;
}

/** The node is selected, no task of it: the tab shows the newest. */
function View({ store }: { readonly store: RunLogStore }) {
  const record = useEventsRecord(store, run);
  return (
    <>
      <div style={{ flex: 1, minWidth: 0, display: 'flex' }}>
        <Events store={store} />
      </div>
      <div style={{ width: 360, overflow: 'auto' }}>
        <NodeView
          connectionId="c"
          threadId={store.key.threadId}
          nodeId="work"
          taskId={null}
          checkpointId={null}
          record={record}
          problem={null}
          onRetry={() => undefined}
          runs={runs}
          log={store}
          slots={slots}
          actions={actions}
          staleReason={() => null}
        />
      </div>
    </>
  );
}

/** Checkpoints are not read here: the tab has only the events. */
const noBackEnd = {
  call: () => new Promise(() => undefined),
  stream: () => ({ cancel: () => undefined }),
} as unknown as StudioRpc;

/** The API that the bench calls in the page. */
const bench = {
  store: null as RunLogStore | null,
  async follow(address: string, threadId: string): Promise<void> {
    bench.store = await follow(address, threadId, (store) => {
      const root = document.getElementById('root');
      if (!root) return;
      createRoot(root).render(
        <RpcContext value={noBackEnd}>
          <QueryClientProvider client={createQueryClient()}>
            <View store={store} />
          </QueryClientProvider>
        </RpcContext>,
      );
    });
  },
  measured,
};
Object.assign(window, { bench });
