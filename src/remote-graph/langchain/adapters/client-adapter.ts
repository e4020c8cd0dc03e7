import type { RunPayload } from '../../run-start/run-payload.ts';
import type { ProtocolRun, ProtocolStart } from '../../resources/thread-protocol.ts';
import type { StreamEnd } from '../../run-stream/run-stream-types.ts';
import type { HistoryQuery, StateRef, ThreadStateUpdate } from '../../resources/threads.ts';
import type {
  WireGraph,
  WireSchemas,
  WireStateUpdate,
  WireSubgraphs,
  WireThreadState,
} from '../../http/api-types.ts';
import type { RemoteCall, SuperstepUpdate } from '../options/remote-graph-options.ts';

/** One event of a run, as far as a remote graph reads it. */
export interface RemoteFrame {
  /** The mode without its namespace. */
  readonly event: string;
  readonly namespace: readonly string[];
  json(): unknown;
}

/** A run that was started. Its `end` settles after the last frame was read. */
export interface RemoteRun extends AsyncIterable<RemoteFrame> {
  readonly runId: Promise<string>;
  readonly end: Promise<StreamEnd>;
}

/** Which subgraphs: all of them, or one namespace; `recurse` goes into theirs. */
export interface SubgraphQuery {
  readonly namespace?: string | undefined;
  readonly recurse?: boolean | undefined;
}

/** All that a remote graph asks of a server, whichever client carries it. */
export interface ClientAdapter {
  graph(assistantId: string, xray: boolean | number, call: RemoteCall): Promise<WireGraph>;
  schemas(assistantId: string, call: RemoteCall): Promise<WireSchemas>;
  subgraphs(assistantId: string, query: SubgraphQuery, call: RemoteCall): Promise<WireSubgraphs>;
  state(threadId: string, place: StateRef, subgraphs: boolean, call: RemoteCall): Promise<WireThreadState>;
  history(threadId: string, query: HistoryQuery, call: RemoteCall): Promise<readonly WireThreadState[]>;
  update(threadId: string, update: ThreadStateUpdate, call: RemoteCall): Promise<WireStateUpdate>;
  /** Applies supersteps to a thread, which is created for this graph if it is not there. */
  bulkUpdate(
    threadId: string,
    graphId: string,
    supersteps: readonly (readonly SuperstepUpdate[])[],
    call: RemoteCall,
  ): Promise<void>;
  /** Starts a run of the third event protocol. Nothing is open until its events are read, or after they were left. */
  protocolRun(
    threadId: string,
    assistantId: string,
    start: ProtocolStart,
    call: RemoteCall,
  ): Promise<ProtocolRun>;
  /** Asks to stop a run. */
  cancel(threadId: string, runId: string, call: RemoteCall): Promise<void>;
  run(threadId: string | null, assistantId: string, payload: RunPayload, call: RemoteCall): RemoteRun;
}
