import { JsonText, memberText } from 'exact-json';
import { bodyText, withMember } from '../http/request-body.ts';
import { ArgumentError } from '../errors.ts';
import type { OmittedRunOptions } from '../compat/run-option-limits.ts';
import type { ContinueCheckpoint, ContinueForm, ServerRefusal } from '../compat/run-quirks.ts';
import type { ServerQuirks } from '../compat/server-quirks.ts';
import { configAtHead } from '../compat/remembered-checkpoint.ts';
import { normalizeResume } from '../compat/resume-value.ts';
import type { CallOptions } from '../http/http-client.ts';
import { isObject } from '../http/response-checks.ts';
import type { WireCheckpoint } from '../http/api-types.ts';

/** Stream modes of a run. `messages-tuple` arrives as `messages`. `tools`: JavaScript server only. */
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

/** Where to go next: a node's name, or a node with its own input. */
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

/** A run that the server has accepted. */
export interface CreatedRun {
  readonly run_id: string;
  readonly thread_id?: string | undefined;
}

/** What starts a run, named as in the official JS SDK. `JsonText` at any depth is sent verbatim. */
export interface RunPayload {
  /** Null or omitted: continue from the current state. */
  readonly input?: unknown;
  readonly command?: RunCommand | null | undefined;
  /** Default: `values`. */
  readonly streamMode?: StreamMode | readonly StreamMode[] | undefined;
  readonly streamSubgraphs?: boolean | undefined;
  /** Default here: true, as only then a cut stream can resume. */
  readonly streamResumable?: boolean | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | JsonText | null | undefined;
  readonly config?: unknown;
  readonly context?: unknown;
  readonly checkpointId?: string | null | undefined;
  readonly checkpoint?: WireCheckpoint | null | undefined;
  readonly interruptBefore?: '*' | readonly string[] | null | undefined;
  readonly interruptAfter?: '*' | readonly string[] | null | undefined;
  /**
   * Always sent for a thread, because servers' defaults differ. Default here: `reject`. Not sent without a
   * thread: a temporary one has no other runs.
   */
  readonly multitaskStrategy?: 'reject' | 'interrupt' | 'rollback' | 'enqueue' | undefined;
  /** Always sent, because servers' defaults differ. Default here: `continue`, so leaving never ends a run. */
  readonly onDisconnect?: 'cancel' | 'continue' | undefined;
  /**
   * What happens to the temporary thread of a stateless run; servers delete it by default. `delete` is
   * refused for a run on a thread.
   */
  readonly onCompletion?: 'delete' | 'keep' | undefined;
  /** Whether to create a missing thread. Not sent without a thread: a temporary one is always created. */
  readonly ifNotExists?: 'create' | 'reject' | undefined;
  readonly webhook?: string | null | undefined;
  /** @deprecated Servers have `durability` in its place. */
  readonly checkpointDuring?: boolean | undefined;
  readonly durability?: 'sync' | 'async' | 'exit' | undefined;
  readonly afterSeconds?: number | null | undefined;
  readonly feedbackKeys?: readonly string[] | null | undefined;
  readonly langsmithTracer?: LangsmithTracer | undefined;
  /** Called once the server has accepted the run. */
  readonly onRunCreated?: ((run: CreatedRun) => void) | undefined;
  /** Stored in the run's metadata as `client_request_id`, so that a run whose start was cut can be found. */
  readonly clientRequestId?: string | undefined;
}

/** A run ready to start: its body, and how to find it if the response is cut off. */
export interface PreparedRun {
  readonly threadId: string | null;
  readonly bodyText: string;
  readonly clientRequestId: string;
  readonly resumable: boolean;
  /** Ends the run when its reader leaves; repeated on each join. */
  readonly cancelsOnDisconnect: boolean;
  /** How a continuing run names the newest state; `null` for other runs. */
  readonly continueForm: ContinueForm | null;
  /** Whether it names an agent and an assistant, because the server's kind is unknown. */
  readonly namesBoth: boolean;
  /** What was left out of the body, because the server refuses it. */
  readonly omitted: OmittedRunOptions;
  /** Whether the server's refusal of this run teaches a form that it may take. */
  readonly learnFromRefusal: (refusal: ServerRefusal) => boolean;
  /** Whether the failure of this run is a fault of the server that the next run avoids. */
  readonly learnFromFailure: (message: string) => boolean;
  /** The same run in the form that the server has since turned out to take. */
  readonly prepareAgain: () => Promise<PreparedRun | null>;
}

/** Builds the body of a run. Throws {@link ArgumentError} for unsupported options or commands. */
export async function prepareRun(
  quirks: ServerQuirks,
  threadId: string | null,
  assistantId: string,
  payload: RunPayload,
  clientRequestId: string,
  options: CallOptions = {},
): Promise<PreparedRun> {
  const resumable = payload.streamResumable ?? true;
  assertNothingDropped(threadId, payload);
  // Together, so that both share one `/info`.
  const [{ config: payloadConfig, command, newest, continueForm }, runMembers] = await Promise.all([
    normalizePayload(quirks, threadId, payload, options),
    quirks.agents.runMembers(assistantId, options),
  ]);
  const config =
    threadId !== null && quirks.runs.marksConfig
      ? markedConfig(payloadConfig, clientRequestId)
      : payloadConfig;
  const { body, omitted } = quirks.runOptions.apply({
    ...runMembers,
    input: payload.input,
    command,
    // Always a list: pure-graph takes no single mode.
    stream_mode: typeof payload.streamMode === 'string' ? [payload.streamMode] : payload.streamMode,
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
  const isResumable = body.stream_resumable === true;
  return {
    threadId,
    bodyText: bodyText(body),
    clientRequestId,
    resumable: isResumable,
    cancelsOnDisconnect: payload.onDisconnect === 'cancel',
    continueForm,
    namesBoth: Object.keys(runMembers).length === 2,
    omitted,
    learnFromRefusal: (refusal) => quirks.runOptions.learnFromRefusal(refusal, body),
    learnFromFailure: (message) => quirks.runOptions.learnFromFailure(message, body),
    prepareAgain: () => prepareRun(quirks, threadId, assistantId, payload, clientRequestId, options),
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

// A payload adapted to the server's quirks.
interface SettledPayload {
  readonly config: unknown;
  readonly command: Record<string, unknown> | undefined;
  // The newest state, named if the server requires it to continue.
  readonly newest: ContinueCheckpoint | null;
  // How `newest` is named; `null` unless the run merely continues from the newest state.
  readonly continueForm: ContinueForm | null;
}

/**
 * Looks up the newest state and pending interrupts where necessary. Throws {@link ArgumentError} for an
 * option that could only be dropped, before any request.
 */
export async function normalizePayload(
  quirks: ServerQuirks,
  threadId: string | null,
  payload: RunPayload,
  options: CallOptions,
): Promise<SettledPayload> {
  assertNothingDropped(threadId, payload);
  // An enqueued run can't name the state that the runs before it will leave.
  const goesOn = isNothing(payload.input) && payload.multitaskStrategy !== 'enqueue';
  const namesCheckpoint = Boolean(payload.checkpointId) || isObject(payload.checkpoint);
  const config =
    threadId === null || namesCheckpoint
      ? payload.config
      : await configAtHead(quirks, payload.config, { threadId, goesOn }, options);
  const command = await commandBody(payload.command, (answer) =>
    normalizeResume(quirks, answer, threadId, options),
  );
  const isBare = threadId !== null && isNothing(payload.input) && command === undefined && !namesCheckpoint;
  if (!isBare) return { config, command, newest: null, continueForm: null };
  // Read before awaiting anything: a concurrent run may learn another form.
  const { continueForm } = quirks.runs;
  return { config, command, newest: await quirks.continueCheckpoint(threadId, options), continueForm };
}

function assertNothingDropped(threadId: string | null, { onCompletion }: RunPayload): void {
  if (threadId === null || onCompletion !== 'delete') return;
  throw new ArgumentError(
    "onCompletion: 'delete' is for runs without a thread. Delete the thread itself when its run is done.",
  );
}

function isNothing(input: unknown): boolean {
  return input === null || input === undefined || (input instanceof JsonText && input.text.trim() === 'null');
}

// A command without null members, which the JavaScript server refuses, and with a normalized resume value.
async function commandBody(
  command: RunCommand | null | undefined,
  resumeAnswer: (answer: unknown) => Promise<unknown>,
): Promise<Record<string, unknown> | undefined> {
  if (command === null || command === undefined) return undefined;
  return withoutNulls({ ...command, resume: await resumeAnswer(command.resume) });
}

// A URL that can't be called breaks a worker of the JavaScript server (docs/protocol.md, Webhooks).
function webhookUrl(webhook: string | null | undefined): string | null | undefined {
  if (!webhook || webhook.startsWith('/')) return webhook;
  const url = URL.canParse(webhook) ? new URL(webhook) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return webhook;
  throw new ArgumentError(
    'The address of a webhook must start with http://, https:// or /. Nothing was sent.',
  );
}

function tracerBody(tracer: LangsmithTracer | undefined): object | undefined {
  return tracer && { project_name: tracer.projectName, example_id: tracer.exampleId };
}

export function withoutNulls(value: object): Record<string, unknown>;
export function withoutNulls(value: object | null | undefined): Record<string, unknown> | undefined;
export function withoutNulls(value: object | null | undefined): Record<string, unknown> | undefined {
  if (value === null || value === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== null && member !== undefined),
  );
}
