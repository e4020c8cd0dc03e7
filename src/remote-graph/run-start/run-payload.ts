import { JsonText } from '../../exact-json/numbers/json-text.ts';
import { memberText } from '../../exact-json/scan/object-members.ts';
import { bodyText, withMember } from '../http/request-body.ts';
import { ArgumentError } from '../errors/errors.ts';
import type { ContinueCheckpoint, ContinueForm } from '../compat/run-quirks.ts';
import type { ServerQuirks } from '../compat/server-quirks.ts';
import type { CallOptions } from '../http/http-client.ts';
import { isObject } from '../http/response-checks.ts';
import type { WireCheckpoint } from '../http/api-types.ts';

/** What a run's stream may carry. `messages-tuple` is what comes as `messages`. `tools`: JavaScript server only. */
export type StreamMode =
  | 'values'
  | 'updates'
  | 'messages'
  | 'messages-tuple'
  | 'events'
  | 'tasks'
  | 'checkpoints'
  | 'debug'
  | 'custom'
  | 'tools';

/** Where to go next: a node's name, or a node with an input of its own. */
export type Goto = string | { readonly node: string; readonly input: unknown };

/** Steers an interrupted thread. Key the answers by interrupt id: servers disagree on everything else. */
export interface RunCommand {
  readonly resume?: unknown;
  readonly update?: unknown;
  readonly goto?: Goto | readonly Goto[] | null | undefined;
}

/** A project and an example of LangSmith. */
export interface LangsmithTracer {
  readonly projectName?: string | undefined;
  readonly exampleId?: string | undefined;
}

/** A run that a server has taken. */
export interface CreatedRun {
  readonly run_id: string;
  readonly thread_id?: string | undefined;
}

/** What starts a run, named as in the official JS SDK. `JsonText` anywhere inside goes out verbatim. */
export interface RunPayload {
  /** Null or left out: go on from the state that is there. */
  readonly input?: unknown;
  readonly command?: RunCommand | null | undefined;
  /** Default: `values`. */
  readonly streamMode?: StreamMode | readonly StreamMode[] | undefined;
  readonly streamSubgraphs?: boolean | undefined;
  /** Default here: true. Only then can a cut stream go on where it was cut. */
  readonly streamResumable?: boolean | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | JsonText | null | undefined;
  readonly config?: unknown;
  readonly context?: unknown;
  readonly checkpointId?: string | null | undefined;
  readonly checkpoint?: WireCheckpoint | null | undefined;
  readonly interruptBefore?: '*' | readonly string[] | null | undefined;
  readonly interruptAfter?: '*' | readonly string[] | null | undefined;
  /**
   * Always sent for a thread, since servers have different defaults. Default here: `reject`. Not sent without a thread: no
   * other run can be on a temporary one.
   */
  readonly multitaskStrategy?: 'reject' | 'interrupt' | 'rollback' | 'enqueue' | undefined;
  /** Always sent, since servers have different defaults. Default here: `continue`, leaving never ends a run. */
  readonly onDisconnect?: 'cancel' | 'continue' | undefined;
  /**
   * What becomes of the temporary thread of a run without a thread; servers delete it by default. A run on a thread always
   * keeps it: `delete` is refused there.
   */
  readonly onCompletion?: 'delete' | 'keep' | undefined;
  /** Whether a thread that does not exist is created. Not sent without a thread: a temporary one always is. */
  readonly ifNotExists?: 'create' | 'reject' | undefined;
  readonly webhook?: string | null | undefined;
  /** @deprecated Servers have `durability` in its place. */
  readonly checkpointDuring?: boolean | undefined;
  readonly durability?: 'sync' | 'async' | 'exit' | undefined;
  readonly afterSeconds?: number | null | undefined;
  readonly feedbackKeys?: readonly string[] | null | undefined;
  /** Where the traces of the run go. */
  readonly langsmithTracer?: LangsmithTracer | undefined;
  /** Told once the server has taken the run. */
  readonly onRunCreated?: ((run: CreatedRun) => void) | undefined;
  /** Goes into the run's metadata as `client_request_id`, so that a run whose start was cut can be found again. */
  readonly clientRequestId?: string | undefined;
}

/** A run that is about to be started: its body, and what to look for if the answer is cut off. */
export interface PreparedRun {
  readonly threadId: string | null;
  readonly bodyText: string;
  readonly clientRequestId: string;
  readonly resumable: boolean;
  /** The run is to end when its reader leaves: said again each time it is joined. */
  readonly cancelsOnDisconnect: boolean;
  /** How it names the newest state that it goes on at; `null` for a run that does something else. */
  readonly continueForm: ContinueForm | null;
  /** The same run in the form that the server is known to take by now. */
  readonly prepareAgain: () => Promise<PreparedRun | null>;
}

/** Makes the body of a run. Throws {@link ArgumentError} for an option or a command that no server takes. */
export async function prepareRun(
  differences: ServerQuirks,
  threadId: string | null,
  assistantId: string,
  payload: RunPayload,
  clientRequestId: string,
  options: CallOptions = {},
): Promise<PreparedRun> {
  const resumable = payload.streamResumable ?? true;
  const {
    config: asked,
    command,
    newest,
    continueForm,
  } = await normalizePayload(differences, threadId, payload, options);
  const config =
    threadId !== null && differences.runs.marksConfig ? markedConfig(asked, clientRequestId) : asked;
  const text = bodyText({
    assistant_id: assistantId,
    input: payload.input,
    command,
    stream_mode: payload.streamMode,
    stream_subgraphs: payload.streamSubgraphs,
    stream_resumable: resumable,
    metadata: withMember(payload.metadata, 'client_request_id', clientRequestId),
    config,
    context: payload.context,
    checkpoint_id: payload.checkpointId,
    checkpoint: withoutNulls(payload.checkpoint) ?? newest,
    interrupt_before: payload.interruptBefore,
    interrupt_after: payload.interruptAfter,
    multitask_strategy: threadId === null ? undefined : (payload.multitaskStrategy ?? 'reject'),
    on_disconnect: payload.onDisconnect ?? 'continue',
    on_completion: threadId === null ? payload.onCompletion : undefined,
    if_not_exists: threadId === null ? undefined : payload.ifNotExists,
    webhook: webhookUrl(payload.webhook),
    checkpoint_during: payload.checkpointDuring,
    durability: payload.durability,
    after_seconds: payload.afterSeconds,
    feedback_keys: payload.feedbackKeys,
    langsmith_tracer: tracerBody(payload.langsmithTracer),
  });
  return {
    threadId,
    bodyText: text,
    clientRequestId,
    resumable,
    cancelsOnDisconnect: payload.onDisconnect === 'cancel',
    continueForm,
    prepareAgain: () => prepareRun(differences, threadId, assistantId, payload, clientRequestId, options),
  };
}

function markedConfig(config: unknown, clientRequestId: string): unknown {
  const metadata =
    config instanceof JsonText
      ? new JsonText(memberText(config.text, 'metadata') ?? '{}')
      : isObject(config)
        ? config['metadata']
        : undefined;
  return withMember(config, 'metadata', withMember(metadata, 'client_request_id', clientRequestId));
}

/** What servers read differently, as the one at hand understands it. */
interface SettledPayload {
  readonly config: unknown;
  readonly command: Record<string, unknown> | undefined;
  /** The newest state, named where the server wants it named to go on there. */
  readonly newest: ContinueCheckpoint | null;
  /** How `newest` is named; `null` for a run that does more than continue from the newest state. */
  readonly continueForm: ContinueForm | null;
}

/**
 * Asks the server where it must: for the newest state, and for what waits for an answer. Throws {@link ArgumentError} for
 * an option that could only be dropped, before it asks anything.
 */
export async function normalizePayload(
  differences: ServerQuirks,
  threadId: string | null,
  payload: RunPayload,
  options: CallOptions,
): Promise<SettledPayload> {
  if (threadId !== null && payload.onCompletion === 'delete') {
    throw new ArgumentError(
      "onCompletion: 'delete' is for runs without a thread. Delete the thread itself when its run is done.",
    );
  }
  // A run that waits for others can't name the state that they will leave.
  const goesOn = isNothing(payload.input) && payload.multitaskStrategy !== 'enqueue';
  const namesCheckpoint = Boolean(payload.checkpointId) || isObject(payload.checkpoint);
  const config =
    threadId === null || namesCheckpoint
      ? payload.config
      : await differences.configAtHead(payload.config, { threadId, goesOn }, options);
  const command = await commandBody(payload.command, (answer) =>
    differences.normalizeResume(answer, threadId, options),
  );
  const isBare = threadId !== null && isNothing(payload.input) && command === undefined && !namesCheckpoint;
  if (!isBare) return { config, command, newest: null, continueForm: null };
  // Read before anything is awaited: another run may learn another form meanwhile.
  const { continueForm } = differences.runs;
  return { config, command, newest: await differences.continueCheckpoint(threadId, options), continueForm };
}

function isNothing(input: unknown): boolean {
  return input === null || input === undefined || (input instanceof JsonText && input.text.trim() === 'null');
}

/** A command without its null members, which the JavaScript server refuses, and with an answer that is understood. */
async function commandBody(
  command: RunCommand | null | undefined,
  resumeAnswer: (answer: unknown) => Promise<unknown>,
): Promise<Record<string, unknown> | undefined> {
  if (command === null || command === undefined) return undefined;
  return withoutNulls({ ...command, resume: await resumeAnswer(command.resume) });
}

/**
 * A webhook that a server can call. A URL that can't be called breaks a worker of the JavaScript server
 * (docs/protocol.md, Webhooks).
 */
function webhookUrl(webhook: string | null | undefined): string | null | undefined {
  if (!webhook || webhook.startsWith('/')) return webhook;
  const url = URL.canParse(webhook) ? new URL(webhook) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return webhook;
  throw new ArgumentError(
    'The address of a webhook must begin with http://, https:// or /. Nothing was sent.',
  );
}

function tracerBody(tracer: LangsmithTracer | undefined): object | undefined {
  return tracer && { project_name: tracer.projectName, example_id: tracer.exampleId };
}

/** The members of an object that are neither null nor left out. */
export function withoutNulls(value: object | null | undefined): Record<string, unknown> | undefined {
  if (value === null || value === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== null && member !== undefined),
  );
}
