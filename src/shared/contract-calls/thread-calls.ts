import { z } from 'zod';
import { onServer, onThread } from './call-inputs.ts';
import { call, stream } from '../rpc/contract-types.ts';
import { ForkedSubgraph } from '../model/forked-subgraph.ts';
import { MessageHistory } from '../model/message-history.ts';
import {
  CopiedThread,
  CloneBranches,
  CloneCheck,
  CloneProgress,
  CloneResult,
} from '../model/thread-clone.ts';
import { TaskDetail } from '../model/task-detail.ts';
import { ThreadRecord, ThreadRecordChange } from '../model/thread-record.ts';
import { HistoryPage, StateChange, StateUpdateResult, Thread, ThreadState } from '../model/thread.ts';
import { ThreadStorage } from '../model/thread-storage.ts';
import {
  ThreadActionResult,
  ThreadListFilter,
  ThreadListing,
  ThreadPage,
  ThreadSearchResult,
} from '../model/thread-listing.ts';

export const threadCalls = {
  /**
   * One page of threads. The server filters and sorts; what its filter lets through wrongly is removed
   * here.
   */
  'threads.list': call(
    onServer.extend({
      listing: ThreadListing,
      limit: z.int().min(1).max(1000),
      offset: z.int().nonnegative(),
    }),
    ThreadPage,
  ),
  /**
   * Searches all threads of a server, up to 10,000: every word of `text` in name, id, status or metadata. A
   * JSON object is compared with metadata and values by the server. `filter` narrows the search.
   */
  'threads.search': call(
    onServer.extend({ text: z.string().min(1).max(10_000), filter: ThreadListFilter }),
    ThreadSearchResult,
  ),
  /**
   * Creates a thread for a graph, so that its state can be read and edited before the first run. Without
   * `threadId` an id is generated; fails with `conflict` if the given one exists. `updatesText`: JSON list
   * of initial updates, a step each: `[{"as_node": "__start__", "values": {}}]`.
   */
  'threads.create': call(
    onServer.extend({
      graphId: z.string(),
      name: z.string().max(200).nullable(),
      threadId: z.uuid().optional(),
      metadataText: z.string().max(100_000).optional(),
      updatesText: z.string().max(5_000_000).optional(),
    }),
    Thread,
  ),
  /**
   * Merges a JSON object into a thread's metadata, such as name or tags. `expected`: the name and tags that the user saw.
   * If another client has written others since, fails with `conflict` and writes nothing.
   */
  'threads.update': call(
    onThread.extend({
      metadataText: z.string().max(100_000),
      expected: Thread.pick({ name: true, tags: true }).partial().optional(),
    }),
    Thread,
  ),
  'threads.copy': call(onThread, CopiedThread),
  /** Deletes threads one by one; a failure does not stop the others. */
  'threads.delete': call(
    onServer.extend({ threadIds: z.array(z.string()).min(1).max(1000) }),
    z.array(ThreadActionResult),
  ),
  /**
   * Deletes all but the newest state of each thread, one by one. Fails with `unsupported` on
   * servers without pruning.
   */
  'threads.prune': call(
    onServer.extend({ threadIds: z.array(z.string()).min(1).max(1000) }),
    z.array(ThreadActionResult),
  ),
  'threads.get': call(onThread, Thread),
  /** What the thread takes in the server's store. Fails with `unsupported` on servers that do not say. */
  'threads.storage': call(onThread, ThreadStorage),
  /**
   * `checkpointId: null` reads the newest state; `checkpointNs` that of a subgraph (see
   * `ThreadTask.subgraph`).
   */
  'threads.state': call(
    onThread.extend({ checkpointId: z.string().nullable(), checkpointNs: z.string().optional() }),
    ThreadState,
    { bulk: 'valuesText' },
  ),
  /**
   * A page of history, newest first; may be shorter than `limit`, so that a page of large states stays
   * small. `checkpointNs`: a subgraph's (see `CheckpointSummary.subgraphs`); `metadataText` (a JSON
   * object): checkpoints whose metadata contain it. Fails with `invalid-input` for anything but a JSON
   * object.
   */
  'threads.history': call(
    onThread.extend({
      before: z.string().nullable(),
      limit: z.int().min(1).max(100),
      checkpointNs: z.string().optional(),
      metadataText: z.string().max(100_000).optional(),
    }),
    HistoryPage,
  ),
  /**
   * What ran on a thread, read once. `since` (ISO 8601): older checkpoints than that are not needed, and left out as far as that
   * saves requests; `null`: all are.
   */
  'threads.readRecord': call(onThread.extend({ since: z.string().nullable() }), ThreadRecord),
  /**
   * Messages under a state key in a thread's checkpoints, as far back as is read: where each was created,
   * and its alternatives on other branches. `subgraph`: those of a subgraph, over all checkpoints of the
   * thread that ran it; `rootId` is the one that ran it in `checkpointNs`.
   */
  'threads.messages': call(
    onThread.extend({
      key: z.string(),
      subgraph: z.strictObject({ rootId: z.string(), checkpointNs: z.string() }).optional(),
    }),
    MessageHistory,
  ),
  /**
   * What a checkpoint stores of one of its tasks (see `CheckpointSummary.tasks`). `checkpointNs`: of a
   * subgraph. Fails with `not-found` if the checkpoint lists no such task.
   */
  'threads.task': call(
    onThread.extend({
      checkpointId: z.string(),
      checkpointNs: z.string().optional(),
      taskId: z.string(),
    }),
    TaskDetail,
    { bulk: 'resultText' },
  ),
  /**
   * Writes the given keys as if `asNode` had just run, on top of `checkpointId` (`null`: no state yet), and
   * reads the result back. `checkpointNs`: the subgraph to edit. Fails with `thread-moved` if
   * `expectedHeadId` is given and no longer the newest checkpoint, and with `thread-busy` while a
   * run is active.
   */
  'threads.updateState': call(
    onThread.extend({
      checkpointId: z.string().nullable(),
      checkpointNs: z.string().optional(),
      expectedHeadId: z.string().nullable(),
      asNode: z.string().nullable(),
      changes: z.array(StateChange).max(1000),
    }),
    StateUpdateResult,
  ),
  /**
   * Forks a thread so that a subgraph is at one of its past checkpoints: copies `checkpointId`, the
   * thread's checkpoint that ran it, and writes the subgraph's state into it. Returns how to run on from
   * there; starts no run. Fails with `unsupported` if the server changes the state.
   */
  'threads.forkSubgraph': call(
    onThread.extend({
      checkpointId: z.string(),
      checkpointNs: z.string().min(1),
      innerCheckpointId: z.string(),
    }),
    ForkedSubgraph,
  ),
};

export const threadStreams = {
  /**
   * What ran on a thread: its record, then what changes, whoever runs or edits it. Fails if it can't be read at first; later
   * failures are retried.
   */
  'threads.record': stream(onThread, ThreadRecordChange),
};

const onClone = onServer.extend({ graphId: z.string().min(1), source: onThread, branches: CloneBranches });

export const cloneCalls = {
  /** Reads the thread's history and the target's graph. Changes nothing. */
  'clones.check': call(onClone, CloneCheck),
  /**
   * Makes a thread anew on the server `connectionId`, by supersteps and state updates, and compares it with its source.
   * What is different is part of the result; a clone that fails or is cancelled is deleted. Fails with `invalid-input`
   * if the graph lacks nodes that have written, and with `unsupported` if the history is too long or the server makes
   * none.
   */
  'clones.start': call(
    onClone.extend({ cloneId: z.uuid(), name: z.string().max(200).nullable() }),
    CloneResult,
  ),
};

export const cloneStreams = {
  /** How far a clone is that was started with this id, until it is unsubscribed. */
  'clones.progress': stream(z.strictObject({ cloneId: z.uuid() }), CloneProgress),
};
