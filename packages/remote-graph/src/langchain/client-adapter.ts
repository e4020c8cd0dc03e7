import type { RunPayload } from '../run-stream/run-payload.ts';
import type { ProtocolRun, ProtocolStart } from '../resources/thread-protocol.ts';
import type { StreamEnd } from '../run-stream/run-stream-types.ts';
import type { HistoryQuery, StateRef, ThreadStateUpdate } from '../resources/threads.ts';
import type {
  WireGraph,
  WireSchemas,
  WireStateUpdate,
  WireSubgraphs,
  WireThreadState,
} from '../http/api-types.ts';
import type { RemoteCall, SuperstepUpdate } from './remote-graph-options.ts';

/** An event of a run, as far as a remote graph needs it. */
export interface RemoteFrame {
  /** The mode without its namespace. */
  readonly event: string;
  readonly namespace: readonly string[];
  json(): unknown;
}

/** A started run. `end` settles after the last frame was read. */
export interface RemoteRun extends AsyncIterable<RemoteFrame> {
  readonly runId: Promise<string>;
  readonly end: Promise<StreamEnd>;
}

// Which subgraphs: all, or one namespace; `recurse` includes nested ones.
export interface SubgraphQuery {
  readonly namespace?: string | undefined;
  readonly recurse?: boolean | undefined;
}

/** Everything that a remote graph needs from a server, whichever client sends it. */
export interface ClientAdapter {
  graph(assistantId: string, xray: boolean | number, call: RemoteCall): Promise<WireGraph>;
  schemas(assistantId: string, call: RemoteCall): Promise<WireSchemas>;
  subgraphs(assistantId: string, query: SubgraphQuery, call: RemoteCall): Promise<WireSubgraphs>;
  state(threadId: string, ref: StateRef, subgraphs: boolean, call: RemoteCall): Promise<WireThreadState>;
  history(threadId: string, query: HistoryQuery, call: RemoteCall): Promise<readonly WireThreadState[]>;
  update(threadId: string, update: ThreadStateUpdate, call: RemoteCall): Promise<WireStateUpdate>;
  /** Applies supersteps to a thread, created for this graph if missing. */
  bulkUpdate(
    threadId: string,
    graphId: string,
    supersteps: readonly (readonly SuperstepUpdate[])[],
    call: RemoteCall,
  ): Promise<void>;
  /** Starts a run of event protocol v3. Connects when events are read. */
  protocolRun(
    threadId: string,
    assistantId: string,
    start: ProtocolStart,
    call: RemoteCall,
  ): Promise<ProtocolRun>;
  cancel(threadId: string, runId: string, call: RemoteCall): Promise<void>;
  run(threadId: string | null, assistantId: string, payload: RunPayload, call: RemoteCall): RemoteRun;
}
