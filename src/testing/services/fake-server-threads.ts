import { GraphClient } from 'remote-graph-client/client';
import { createThreads } from '../../services/threads/create-threads.ts';
import type { StateUpdateResult, ThreadState } from '../../shared/model/thread.ts';
import { startFakeServer, type FakeServer } from '../fake-server/fake-server.ts';
import { clientsFor } from './clients-for.ts';

const { signal } = new AbortController();
export const connectionId = 'c';

/** Numbers and keys that parsing into objects and writing again would change. */
export const exactInput =
  '{"id":9007199254740993,"ratio":1.0,"small":-0.0,"huge":1e400,"10":"ten","2":"two","long":0.1234567890123456789}';

type Calls = ReturnType<typeof createThreads>['calls'];
type Edit = Parameters<Calls['threads.updateState']>[0];

/** The thread calls of the services, on a fake server of their own. */
export interface FakeServerThreads {
  readonly server: FakeServer;
  readonly calls: Calls;
  /** A client of the same server, for what another program does. */
  readonly client: GraphClient;
  stateAt(threadId: string, checkpointId?: string | null): Promise<ThreadState>;
  /** Edits the newest state, unless `edit` says otherwise. */
  edit(threadId: string, edit: Partial<Edit>): Promise<StateUpdateResult>;
  /** A thread whose run has ended. The input is sent as raw text, without the code under test. */
  ranThread(inputText?: string): Promise<string>;
}

export async function startFakeServerThreads(): Promise<FakeServerThreads> {
  const server = await startFakeServer();
  const { calls } = createThreads({ clients: clientsFor(server.url) });
  const stateAt = (threadId: string, checkpointId: string | null = null) =>
    calls['threads.state']({ connectionId, threadId, checkpointId }, signal);
  return {
    server,
    calls,
    client: new GraphClient({ url: server.url, apiKey: null }),
    stateAt,
    edit: async (threadId, edit) => {
      const { checkpointId } = await stateAt(threadId);
      const newest = {
        connectionId,
        threadId,
        checkpointId,
        expectedHeadId: null,
        asNode: null,
        changes: [],
      };
      return calls['threads.updateState']({ ...newest, ...edit }, signal);
    },
    ranThread: async (inputText = exactInput) => {
      const { threadId } = await calls['threads.create'](
        { connectionId, graphId: 'exact', name: null },
        signal,
      );
      const response = await fetch(`${server.url}/threads/${threadId}/runs/stream`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"assistant_id":"exact","input":${inputText}}`,
      });
      await response.text();
      return threadId;
    },
  };
}
