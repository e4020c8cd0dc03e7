import { z } from 'zod';
import { assistantCalls } from './contract-calls/assistant-calls.ts';
import { batchCalls } from './contract-calls/batch-calls.ts';
import { nothing, onWindow, onServer, onThread, onRun } from './contract-calls/call-inputs.ts';
import { connectionCalls } from './contract-calls/connection-calls.ts';
import { cronCalls } from './contract-calls/cron-calls.ts';
import { experimentCalls } from './contract-calls/experiment-calls.ts';
import { inputCalls } from './contract-calls/input-calls.ts';
import { projectCalls, projectStreams } from './contract-calls/project-calls.ts';
import { memoryCalls } from './contract-calls/memory-calls.ts';
import { priceCalls } from './contract-calls/price-calls.ts';
import { requestCalls } from './contract-calls/request-calls.ts';
import { serverRunCalls } from './contract-calls/server-run-calls.ts';
import { webhookCalls } from './contract-calls/webhook-calls.ts';
import { call, stream, type Handlers } from './rpc/contract-types.ts';
import { AppInfo, SecretStorage } from './model/app-info.ts';
import { CommandMenu } from './model/command-menu.ts';
import { ForkedSubgraph } from './model/runs/forked-subgraph.ts';
import { ConnectionsSnapshot } from './model/connections/connection.ts';
import { FrameBlock, LogPosition, RunBatch } from './model/runs/frame-block.ts';
import { StoredTextPage, StoredTextEntry } from './model/stored-text.ts';
import { InboxSnapshot, InboxThreadDetail } from './model/inbox.ts';
import { LocalServerStatus, LocalServerUpdate } from './model/connections/local-server.ts';
import { MessageHistory } from './model/threads/message-history.ts';
import { TaskDetail } from './model/threads/task-detail.ts';
import { ExecutionTrace } from './model/threads/execution-trace.ts';
import { LoadedImage } from './model/image.ts';
import { RequestLogSnapshot } from './model/request-log.ts';
import { RunTokens } from './model/run-tokens.ts';
import {
  RunRecordList,
  RunRecordSettings,
  CancelAction,
  CancelResult,
  DeleteStuckRunResult,
  Run,
  StartedRun,
} from './model/runs/run.ts';
import { LogpointLog } from './model/runs/breakpoint.ts';
import { RunPreview, RunRequest } from './model/runs/run-request.ts';
import { HistoryPage, StateChange, StateUpdateResult, Thread, ThreadState } from './model/threads/thread.ts';
import {
  ThreadActionResult,
  ThreadListFilter,
  ThreadListing,
  ThreadPage,
  ThreadSearchResult,
} from './model/threads/thread-listing.ts';
import { WebhookDeliveryChanges, WebhooksSnapshot } from './model/webhook.ts';
import { StudioLink } from './model/studio-link.ts';
import { WindowFailure, WindowSelection } from './model/window-failure.ts';

/**
 * All calls and streams between a window and the back end. Both hosts serve it, every view uses it, and
 * nothing else crosses. A name without a handler does not compile.
 */
export const contract = {
  calls: {
    'app.info': call(nothing, AppInfo),
    /**
     * Asks the system's key store what it can do, which may prompt the user; `locked` if that takes long (row
     * E-25).
     */
    'app.secretStorage': call(nothing, SecretStorage),
    /** Opens an address in the system's browser; https only, else refused (row E-9). */
    'app.openLink': call(z.strictObject({ url: z.string().max(2048) }), nothing),
    /**
     * Shows the page's commands in the app menu, instead of those sent before. Electron only, else
     * `unsupported`.
     */
    'menu.show': call(CommandMenu, nothing),
    /** Other browser sessions; web host only, else `unsupported`. A closed tab counts until it is ended. */
    'sessions.countOthers': call(nothing, z.strictObject({ others: z.int().nonnegative() })),
    /**
     * Ends every other browser session at once: its sockets, its token, and unused launch addresses (row
     * H-19). Web host only, else `unsupported`.
     */
    'sessions.endOthers': call(nothing, z.strictObject({ ended: z.int().nonnegative() })),
    /** Sent every two seconds and on each change: the page responds, and what it works on (row U-13). */
    'windows.heartbeat': call(
      onWindow.extend({ visible: z.boolean(), selection: WindowSelection.nullable() }),
      nothing,
    ),
    /** Sent when a window's page is closed or reloaded. */
    'windows.closed': call(onWindow, nothing),
    /**
     * What a window that hung or crashed was working on; `failure: null` if the last one did neither. `left`:
     * the previous page, if it went in order.
     */
    'windows.failure': call(
      z.strictObject({ left: z.uuid().nullable() }),
      z.strictObject({ failure: WindowFailure.nullable() }),
    ),
    /** Loads an external image at the user's request, without any key (row U-2). */
    'images.load': call(z.strictObject({ address: z.string().max(2048) }), LoadedImage),

    /**
     * Texts stored by windows (drafts, layouts, input history), a page at a time; `after: null` is the first
     * page.
     */
    'storage.read': call(z.strictObject({ after: z.string().max(2000).nullable() }), StoredTextPage),
    /**
     * Stores a text, or deletes it with `null`. Resolves once it is on disk; fails with `storage` (row D-6).
     */
    'storage.write': call(
      z.strictObject({ key: StoredTextEntry.shape.key, text: StoredTextEntry.shape.text.nullable() }),
      nothing,
    ),

    ...connectionCalls,
    ...assistantCalls,

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
    /** Merges a JSON object into a thread's metadata, such as name or tags. */
    'threads.update': call(onThread.extend({ metadataText: z.string().max(100_000) }), Thread),
    /** Copies a thread with its states. */
    'threads.copy': call(onThread, Thread),
    /** Deletes threads one by one; a failure does not stop the others (row D-10). */
    'threads.delete': call(
      onServer.extend({ threadIds: z.array(z.string()).min(1).max(1000) }),
      z.array(ThreadActionResult),
    ),
    /**
     * Deletes all but the newest state of each thread, one by one (row D-10). Fails with `unsupported` on
     * servers without pruning.
     */
    'threads.prune': call(
      onServer.extend({ threadIds: z.array(z.string()).min(1).max(1000) }),
      z.array(ThreadActionResult),
    ),
    'threads.get': call(onThread, Thread),
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
    /** What really ran on a thread, over all runs and subgraphs, as far as its checkpoints reach. */
    'threads.executionTrace': call(onThread, ExecutionTrace),
    /**
     * Writes the given keys as if `asNode` had just run, on top of `checkpointId` (`null`: no state yet), and
     * reads the result back. `checkpointNs`: the subgraph to edit. Fails with `thread-moved` if
     * `expectedHeadId` is given and no longer the newest checkpoint (row D-7), and with `thread-busy` while a
     * run is active (row D-8).
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

    'runs.list': call(onThread, z.array(Run)),
    /** Details of the runs for lists, up to a thousand. */
    'runs.records': call(onThread, RunRecordList),
    /** A run's input exactly as sent; `null` if it had none. */
    'runs.input': call(onRun, z.strictObject({ inputText: z.string().nullable() })),
    'runs.settings': call(onRun, RunRecordSettings),
    'runs.start': call(RunRequest, StartedRun),
    /** The request that `runs.start` would send. `newThread`: a thread is created first. */
    'runs.preview': call(z.strictObject({ request: RunRequest, newThread: z.boolean() }), RunPreview),
    /** Stops a run and reports the outcome. `threadId: null`: a stateless run started here. */
    'runs.cancel': call(
      onRun.extend({ threadId: z.string().nullable(), action: CancelAction }),
      CancelResult,
    ),
    /**
     * Starts reading an active run, even if that takes its events from another reader (row R-6), so confirm
     * first. `runs.follow` then returns its events.
     */
    'runs.join': call(onRun, nothing),
    /** Skips the reconnect delay of a run's cut stream (row R-8). */
    'runs.reconnect': call(onRun.extend({ threadId: z.string().nullable() }), nothing),
    /**
     * Deletes a finished run with the checkpoints that it wrote. Fails with `thread-busy` while it is active.
     */
    'runs.delete': call(onRun, nothing),
    /**
     * Deletes a run that blocks its thread and can't be stopped: active by the server's word, but nobody
     * works on it. Tries to cancel it once more first. Also deletes the checkpoints that it wrote.
     */
    'runs.deleteStuck': call(onRun, DeleteStuckRunResult),
    /**
     * Tokens by node, from the events of those of the thread's runs that are stored here. Omits runs whose
     * events exceed 64 MB together.
     */
    'runs.tokens': call(onThread.extend({ runIds: z.array(z.string()).max(100) }), z.array(RunTokens)),
    /** What logpoints wrote on a thread; `clear` empties it. */
    'runs.logpoints': call(onThread.extend({ clear: z.boolean() }), LogpointLog),
    /**
     * Frames of a followed log, `from` inclusive to `before` exclusive: at least one, and as many as fit a
     * message of usual size. Fails with `not-found` if the log is not (or no longer) stored.
     */
    'runs.frames': call(
      onRun.extend({
        threadId: z.string().nullable(),
        log: z.string(),
        from: z.int().nonnegative(),
        to: z.int().positive(),
      }),
      FrameBlock,
      { bulk: 'pieces' },
    ),

    ...memoryCalls,
    ...cronCalls,

    /** Reads the lists of all connected servers again; resolves when done. */
    'inbox.refresh': call(nothing, nothing),
    ...requestCalls,
    ...serverRunCalls,
    ...batchCalls,
    ...priceCalls,
    /** A waiting thread's interrupts, without its values. */
    'inbox.thread': call(onThread, InboxThreadDetail),

    ...webhookCalls,

    'localServer.restart': call(nothing, LocalServerStatus),
    ...projectCalls,
    ...inputCalls,
    ...experimentCalls,
  },
  streams: {
    /** Open while a window is visible: somebody looks (row R-8). Its one item is empty. */
    'app.presence': stream(nothing, nothing),
    /**
     * Commands chosen in the app menu. Once the page has left the stream, its commands leave the menu.
     * Electron only, else `unsupported`.
     */
    'menu.watch': stream(nothing, z.strictObject({ commandId: z.string() })),
    /** Links that the system opened with the app. Electron only, else `unsupported`. */
    'links.watch': stream(nothing, StudioLink),
    /** Open while the window's page exists (row U-13). Its one item is empty. */
    'windows.open': stream(onWindow, nothing),
    'connections.watch': stream(nothing, ConnectionsSnapshot),
    /**
     * A run's events from the first one (or after those of the same log that are `held`), then live. Ends
     * after the batch with `end`. Leaving it never ends the run. `threadId: null`: a stateless run started
     * here. Fails with `stream-unavailable` if reading would take events from another reader.
     */
    'runs.follow': stream(
      onRun.extend({ threadId: z.string().nullable(), held: LogPosition.optional() }),
      RunBatch,
      { bulk: 'pieces' },
    ),
    /** Everything that waits for a person, over all connected servers. */
    'inbox.watch': stream(nothing, InboxSnapshot),
    'webhooks.watch': stream(nothing, WebhooksSnapshot),
    /** All deliveries, newest first, then what changes. */
    'webhooks.deliveries': stream(nothing, WebhookDeliveryChanges),
    'localServer.watch': stream(nothing, LocalServerUpdate),
    'requests.watch': stream(nothing, RequestLogSnapshot),
    ...projectStreams,
  },
};

/** Type parameter of the RPC client and server. */
export type StudioContract = typeof contract;

/** Handlers of the whole contract, created by `createServices` and served by every host. */
export type StudioHandlers = Handlers<StudioContract>;
