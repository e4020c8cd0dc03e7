import { z } from 'zod';
import { call, stream, type Handlers } from './rpc/contract-types.ts';
import { AppInfo, SecretStorage } from './model/app-info.ts';
import { Assistant, AssistantSchemas } from './model/assistant.ts';
import { ForkedSubgraph } from './model/runs/forked-subgraph.ts';
import { Connection, ConnectionDraft, ConnectionHealth, ConnectionsSnapshot } from './model/connection.ts';
import { FrameBlock, LogPosition, RunBatch } from './model/runs/frame-block.ts';
import { GraphShape } from './model/graph.ts';
import { StoredTextPage, StoredTextEntry } from './model/stored-text.ts';
import { InboxSnapshot, InboxThreadDetail } from './model/inbox.ts';
import { LocalServerStatus, LocalServerUpdate } from './model/local-server.ts';
import { MessageHistory } from './model/threads/message-history.ts';
import { ExecutionTrace } from './model/threads/execution-trace.ts';
import { LoadedImage } from './model/image.ts';
import { RequestResponse, RequestLogSnapshot } from './model/request-log.ts';
import { RunTokens } from './model/run-tokens.ts';
import {
  RunRecord,
  CancelAction,
  CancelResult,
  DeleteStuckRunResult,
  Run,
  StartedRun,
} from './model/runs/run.ts';
import { RunPreview, RunRequest } from './model/runs/run-request.ts';
import { HistoryPage, StateChange, StateUpdateResult, Thread, ThreadState } from './model/threads/thread.ts';
import { ThreadListing, ThreadActionResult, ThreadPage } from './model/threads/thread-listing.ts';
import { WebhookContent, WebhookListener, WebhooksSnapshot } from './model/webhook.ts';
import { WindowFailure, WindowSelection } from './model/window-failure.ts';

const nothing = z.strictObject({});
const onWindow = z.strictObject({ windowId: z.uuid() });
const onServer = z.strictObject({ connectionId: z.string() });
const onAssistant = z.strictObject({ connectionId: z.string(), assistantId: z.string() });
const onThread = z.strictObject({ connectionId: z.string(), threadId: z.string() });
const onRun = z.strictObject({ connectionId: z.string(), threadId: z.string(), runId: z.string() });

/**
 * Everything that a window may ask of the studio's back end, and everything that it may watch. Both hosts serve it,
 * every view uses it, and nothing else crosses between them. A name without a handler does not compile.
 */
export const contract = {
  calls: {
    'app.info': call(nothing, AppInfo),
    /** Asks the system's key store what it can do, which may make it ask the user; `locked` when that takes long (row E-25). */
    'app.secretStorage': call(nothing, SecretStorage),
    /** Opens an address in the system's browser; https only, anything else is refused (row E-9). */
    'app.openLink': call(z.strictObject({ url: z.string().max(2048) }), nothing),
    /** Other browser sessions of this studio; web host only, else `unsupported`. A closed tab counts until it is ended. */
    'sessions.countOthers': call(nothing, z.strictObject({ others: z.int().nonnegative() })),
    /**
     * Ends every other browser session at once: its sockets, its token, and addresses that were not used yet (row H-19).
     * Web host only, else `unsupported`.
     */
    'sessions.endOthers': call(nothing, z.strictObject({ ended: z.int().nonnegative() })),
    /** A window says that it answers, every two seconds and at each change, and what it works on (row U-13). */
    'windows.heartbeat': call(
      onWindow.extend({ visible: z.boolean(), selection: WindowSelection.nullable() }),
      nothing,
    ),
    /** The last words of a window's page that goes: it was closed or loaded again. */
    'windows.closed': call(onWindow, nothing),
    /**
     * What a window that hung or died was working on; `failure: null` where the last one did neither. `left` is the page
     * before this one, if it went in order.
     */
    'windows.failure': call(
      z.strictObject({ left: z.uuid().nullable() }),
      z.strictObject({ failure: WindowFailure.nullable() }),
    ),
    /** Loads a picture that lies elsewhere, when somebody asked for it; no key goes along (row U-2). */
    'images.load': call(z.strictObject({ address: z.string().max(2048) }), LoadedImage),

    /** What windows keep (drafts, layouts, past inputs), a page at a time; `after: null` is the first page. */
    'storage.read': call(z.strictObject({ after: z.string().max(2000).nullable() }), StoredTextPage),
    /** Keeps a text, or throws it away with `null`. Answers when it is on the disk; fails with `storage` (row D-6). */
    'storage.write': call(
      z.strictObject({ key: StoredTextEntry.shape.key, text: StoredTextEntry.shape.text.nullable() }),
      nothing,
    ),

    'connections.save': call(ConnectionDraft, Connection),
    'connections.remove': call(onServer, nothing),
    /** Tries a draft without saving it. Never rejects for a bad server: the health says what is wrong. */
    'connections.test': call(ConnectionDraft, ConnectionHealth),
    /** Looks at a saved connection again, now. */
    'connections.check': call(onServer, ConnectionHealth),

    'assistants.list': call(onServer, z.array(Assistant)),
    'assistants.schemas': call(onAssistant, AssistantSchemas),
    'assistants.graph': call(onAssistant, GraphShape),

    /** One page of threads. The server filters and sorts; what it filters too widely is sorted out here. */
    'threads.list': call(
      onServer.extend({
        listing: ThreadListing,
        limit: z.int().min(1).max(1000),
        offset: z.int().nonnegative(),
      }),
      ThreadPage,
    ),
    /**
     * Makes a thread for a graph, so that its state can be read and edited before it ever ran. Without `threadId`
     * an id is made. Fails with `conflict` when a thread with the given id exists. `updatesText` is a JSON list of
     * updates to begin with, each a step of its own: `[{"as_node": "__start__", "values": {}}]`.
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
    /** Merges a JSON object into a thread's metadata: its name, its tags, or anything else. */
    'threads.update': call(onThread.extend({ metadataText: z.string().max(100_000) }), Thread),
    /** A new thread with the same states. */
    'threads.copy': call(onThread, Thread),
    /** Deletes threads, one after the other; one that fails does not stop the others (row D-10). */
    'threads.delete': call(
      onServer.extend({ threadIds: z.array(z.string()).min(1).max(1000) }),
      z.array(ThreadActionResult),
    ),
    /**
     * Keeps the newest state of each thread only, one thread after the other (row D-10). Fails with `unsupported` where the
     * server has no such act.
     */
    'threads.prune': call(
      onServer.extend({ threadIds: z.array(z.string()).min(1).max(1000) }),
      z.array(ThreadActionResult),
    ),
    'threads.get': call(onThread, Thread),
    /** `checkpointId: null` reads the newest state; `checkpointNs` that of a subgraph (see `ThreadTask.subgraph`). */
    'threads.state': call(
      onThread.extend({ checkpointId: z.string().nullable(), checkpointNs: z.string().optional() }),
      ThreadState,
      { bulk: 'valuesText' },
    ),
    /**
     * A page of history, newest first; perhaps fewer than `limit`, so that a page of large states stays small.
     * `checkpointNs` asks for a subgraph's (see `CheckpointSummary.subgraphs`), `metadataText` (a JSON object) for the
     * checkpoints whose metadata hold all of it. Fails with `invalid-input` for a text that is no JSON object.
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
     * Which messages the checkpoints of a thread hold under a key of its state, as far back as is read: where each was
     * made, and which others stand in its place on other branches. `subgraph` asks for those of a subgraph instead, over
     * all checkpoints of the thread that ran it; `rootId` is the one that ran it in `checkpointNs`.
     */
    'threads.messages': call(
      onThread.extend({
        key: z.string(),
        subgraph: z.strictObject({ rootId: z.string(), checkpointNs: z.string() }).optional(),
      }),
      MessageHistory,
    ),
    /** What really ran on a thread, over all of its runs and subgraphs, as far as its checkpoints reach. */
    'threads.executionTrace': call(onThread, ExecutionTrace),
    /**
     * Writes the given keys as if `asNode` had just run, on top of `checkpointId` (`null`: a thread or a subgraph that
     * has no state yet), and reads the result back. `checkpointNs` names the subgraph whose state is meant. Fails with
     * `thread-moved` when `expectedHeadId` is given and is no longer the newest checkpoint (row D-7), and with
     * `thread-busy` while a run is active (row D-8).
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
     * Makes a branch in which a subgraph stands at one of its past checkpoints: a copy of `checkpointId`, the checkpoint of
     * the thread that ran it, with the subgraph's state written into it. Says how a run goes on from there; starts none.
     * Fails with `unsupported` where the server makes something else of the state.
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
    /** The same runs with everything that a list shows of them, up to a thousand. */
    'runs.records': call(onThread, z.array(RunRecord)),
    /** A run's input exactly as it was sent; `null` when it had none. */
    'runs.input': call(onRun, z.strictObject({ inputText: z.string().nullable() })),
    'runs.start': call(RunRequest, StartedRun),
    /** The request that `runs.start` would send. `newThread`: a thread is made for the run first. */
    'runs.preview': call(z.strictObject({ request: RunRequest, newThread: z.boolean() }), RunPreview),
    /** Stops a run and says what came of it. `threadId: null` is a run without a thread that was started here. */
    'runs.cancel': call(
      onRun.extend({ threadId: z.string().nullable(), action: CancelAction }),
      CancelResult,
    ),
    /**
     * Begins to read a run that goes on, even one whose events are taken away from whoever reads them now (row R-6): ask
     * first. `runs.follow` then gives its events.
     */
    'runs.join': call(onRun, nothing),
    /** Asks the server of a run whose stream is cut again at once, instead of after its wait (row R-8). */
    'runs.reconnect': call(onRun.extend({ threadId: z.string().nullable() }), nothing),
    /** Deletes a run that has ended, with the checkpoints that it wrote. Fails with `thread-busy` while it goes on. */
    'runs.delete': call(onRun, nothing),
    /**
     * Deletes a run that holds its thread and can't be stopped: one that the server calls active although nothing works
     * on it any more. Asks it to stop once more first. The checkpoints that it wrote are deleted with it.
     */
    'runs.deleteStuck': call(onRun, DeleteStuckRunResult),
    /**
     * Tokens that runs of a thread report in their events, by node, for those whose events the studio holds. Others are left
     * out, and those for which too much would have to be read at once (64 MB).
     */
    'runs.tokens': call(onThread.extend({ runIds: z.array(z.string()).max(100) }), z.array(RunTokens)),
    /**
     * Frames of a log that a window followed, from `from` on and before `to`: at least one, and as many as make a
     * message of usual size. Fails with `not-found` when the studio does not hold this log (any more).
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

    /** Reads the lists of every connected server again; resolves when that is done. */
    'inbox.refresh': call(nothing, nothing),
    /** `null` while it is under way, when none came, and for one that is no longer kept. */
    'requests.response': call(
      z.strictObject({ id: z.int().positive() }),
      z.strictObject({ response: RequestResponse.nullable() }),
    ),
    /** What a waiting thread asks, without its values. */
    'inbox.thread': call(onThread, InboxThreadDetail),

    'webhooks.content': call(z.strictObject({ deliveryId: z.string() }), WebhookContent),
    'webhooks.setListener': call(z.strictObject({ enabled: z.boolean() }), WebhookListener),

    'localServer.restart': call(nothing, LocalServerStatus),
  },
  streams: {
    /** Open while a window is visible. Being open says that somebody looks (row R-8); its one item says nothing. */
    'app.presence': stream(nothing, nothing),
    /** Open as long as the window's page is there (row U-13); its one item says nothing. */
    'windows.open': stream(onWindow, nothing),
    'connections.watch': stream(nothing, ConnectionsSnapshot),
    /**
     * A run's events from the first one on (or behind those of the same log that are `held`), then live. Ends after the
     * batch whose `end` is set. Leaving it never ends
     * the run. `threadId: null` is a run without a thread that was started here. Fails with `stream-unavailable` for a
     * run whose events can't be read without taking them from somebody.
     */
    'runs.follow': stream(
      onRun.extend({ threadId: z.string().nullable(), held: LogPosition.optional() }),
      RunBatch,
      { bulk: 'pieces' },
    ),
    /** Everything that waits for a person, over all connected servers. */
    'inbox.watch': stream(nothing, InboxSnapshot),
    'webhooks.watch': stream(nothing, WebhooksSnapshot),
    'localServer.watch': stream(nothing, LocalServerUpdate),
    'requests.watch': stream(nothing, RequestLogSnapshot),
  },
};

/** The contract's type: what `connect` and `serve` are instantiated with. */
export type StudioContract = typeof contract;

/** Handlers for the whole contract; what `createServices` returns and every host serves. */
export type StudioHandlers = Handlers<StudioContract>;
