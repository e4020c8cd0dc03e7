// The window: the studio's lists, over a back end in the page that has as many records as it is asked for.
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { AssistantList } from '../../../src/renderer/assistants/AssistantList.tsx';
import { CronsView } from '../../../src/renderer/crons/CronsView.tsx';
import { MemoryView } from '../../../src/renderer/store/MemoryView.tsx';
import { createQueryClient } from '../../../src/renderer/queries/query-client.ts';
import { createHostConnection } from '../../../src/renderer/rpc/host-connection.ts';
import { RpcContext } from '../../../src/renderer/rpc/rpc-context.ts';
import { RunsTableView } from '../../../src/renderer/runs-table/RunsTableView.tsx';
import { RunList } from '../../../src/renderer/runs/run-list/RunList.tsx';
import { WebhooksView } from '../../../src/renderer/webhooks/WebhooksView.tsx';
import { contract, type StudioHandlers } from '../../../src/shared/contract.ts';
import type { IndexedRun } from '../../../src/shared/model/run-index.ts';
import { createPortPair } from '../../../src/shared/rpc/in-memory-port.ts';
import { serve } from '../../../src/shared/rpc/server.ts';
import { snapshotStream, stubHandlers } from '../../../src/testing/renderer/stub-handlers.ts';
import '../../../src/renderer/ui/tokens.css';
import '../../../src/renderer/ui/base.css';
import { measured } from '../../stream/page/measured.ts';
import * as records from './records.ts';

const nothing = (): void => undefined;
const newest = Date.parse('2026-11-01T00:00:00Z');

const views = {
  /** Unmounts the list before. */
  none: () => null,
  assistants: () => (
    <AssistantList connectionId="demo" selectedId={null} onSelect={nothing} onAction={nothing} />
  ),
  items: () => (
    <MemoryView
      connectionId="demo"
      serverName="Demo server"
      renderTree={(text, label) => <pre aria-label={label}>{text}</pre>}
    />
  ),
  crons: (count: number) => (
    <CronsView
      connectionId="demo"
      serverName="Demo server"
      assistants={records.assistants(count)}
      assistantId={null}
      onOpenThread={nothing}
    />
  ),
  deliveries: () => <WebhooksView recording={null} onOpenThread={nothing} />,
  runs: () => (
    <RunList
      connectionId="demo"
      serverName="Demo server"
      threadId="t"
      runId={null}
      onRun={nothing}
      onRerun={nothing}
      onRunAgain={null}
    />
  ),
  'all runs': () => (
    <RunsTableView
      connectionId="demo"
      serverName="Demo server"
      onOpen={nothing}
      onAddInputs={nothing}
      onNewRun={nothing}
      renderGraph={() => null}
    />
  ),
} satisfies Record<string, (count: number) => ReactNode>;

/* The index is in another process in the studio, which remembers what a filter selects. */

const indexes = new Map<number, IndexedRun[]>();
let selected: {
  readonly from: readonly IndexedRun[];
  readonly text: string;
  readonly runs: IndexedRun[];
} | null = null;

function indexOf(count: number): IndexedRun[] {
  const runs = indexes.get(count) ?? records.indexedRuns(count);
  indexes.set(count, runs);
  return runs;
}

function select(from: readonly IndexedRun[], text: string): IndexedRun[] {
  if (selected?.from !== from || selected.text !== text)
    selected = { from, text, runs: from.filter(({ threadName }) => threadName?.includes(text) === true) };
  return selected.runs;
}

function handlersOf(name: keyof typeof views, number: number): StudioHandlers {
  const quiet = stubHandlers();
  // The runs of a server are ten times as many: nothing else is made of that number.
  const count = name === 'all runs' ? 0 : number;
  const indexed = name === 'all runs' ? indexOf(number) : [];
  const listed = {
    assistants: records.assistants(count),
    items: records.items(count),
    crons: records.crons(count),
    deliveries: records.deliveries(count),
    runs: records.runs(count),
  };
  return {
    calls: {
      ...quiet.calls,
      'assistants.list': async () => listed.assistants,
      'store.namespaces': async () => ({
        namespaces: listed.items.slice(0, 300).map(({ namespace }) => namespace),
        isCut: false,
      }),
      // All on one page: how they come is not what is measured.
      'store.search': async () => ({ items: listed.items, nextOffset: null, isSearchedHere: false }),
      'crons.list': async () => ({ crons: listed.crons, isCut: false }),
      'runs.records': async () => ({ records: listed.runs, isCut: false }),
      'runIndex.list': async ({ filter, offset, limit }) => {
        const runs = select(indexed, filter.text);
        return { runs: runs.slice(offset, offset + limit), total: runs.length };
      },
    },
    streams: {
      ...quiet.streams,
      'runIndex.watch': (_input, signal) =>
        snapshotStream(
          {
            version: 1,
            runs: number,
            counts: number === 0 ? [] : [{ status: 'finished' as const, count: number }],
            graphIds: ['agent', 'writer'],
            threads: number,
            searchable: number,
            searchableInPart: 0,
            hasMore: false,
            isReadingAll: false,
            readAt: newest,
            problem: null,
          },
          signal,
        ),
      'webhooks.deliveries': (_input, signal) =>
        snapshotStream(
          { deliveries: listed.deliveries, removed: [], droppedTotal: 0, hasMore: false },
          signal,
        ),
    },
  };
}

let mounted: Root | null = null;

/** The API that the bench calls in the page. */
const bench = {
  open(name: keyof typeof views, count: number): void {
    mounted?.unmount();
    const root = document.getElementById('root');
    if (!root) return;
    const handlers = handlersOf(name, count);
    const { rpc: studio } = createHostConnection({
      openPort: async () => {
        const [near, host] = createPortPair();
        serve(contract, handlers, host, { onBug: (where, error) => console.error(where, error) });
        return near;
      },
    });
    mounted = createRoot(root);
    mounted.render(
      <RpcContext value={studio}>
        <QueryClientProvider client={createQueryClient()}>{views[name](count)}</QueryClientProvider>
      </RpcContext>,
    );
  },
  measured,
};
Object.assign(window, { bench });
