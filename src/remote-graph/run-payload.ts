import { JsonText } from '../exact-json/json-text.ts';
import { bodyText } from './body.ts';
import { ArgumentError } from './errors.ts';
import type { ServerDifferences } from './server-differences.ts';
import { isObject } from './shape.ts';
import type { WireCheckpoint } from './wire.ts';

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
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly config?: unknown;
  readonly context?: unknown;
  readonly checkpointId?: string | null | undefined;
  readonly checkpoint?: WireCheckpoint | null | undefined;
  readonly interruptBefore?: '*' | readonly string[] | null | undefined;
  readonly interruptAfter?: '*' | readonly string[] | null | undefined;
  /** Always sent, since servers have different defaults. Default here: `reject`. */
  readonly multitaskStrategy?: 'reject' | 'interrupt' | 'rollback' | 'enqueue' | undefined;
  /** Always sent for the same reason. Default here: `continue`, leaving never ends a run. */
  readonly onDisconnect?: 'cancel' | 'continue' | undefined;
  readonly onCompletion?: 'delete' | 'keep' | undefined;
  readonly ifNotExists?: 'create' | 'reject' | undefined;
  readonly webhook?: string | null | undefined;
  readonly durability?: 'sync' | 'async' | 'exit' | undefined;
  readonly afterSeconds?: number | null | undefined;
  readonly feedbackKeys?: readonly string[] | null | undefined;
  /** Goes into the run's metadata as `client_request_id`, so that a run whose start was cut can be found again. */
  readonly clientRequestId?: string | undefined;
}

/** A run that is about to be started: its body, and what to look for if the answer is cut off. */
export interface PreparedRun {
  readonly threadId: string | null;
  readonly bodyText: string;
  readonly clientRequestId: string;
  readonly resumable: boolean;
}

/** Makes the body of a run. Throws {@link ArgumentError} for a command that no server takes. */
export async function prepareRun(
  differences: ServerDifferences,
  threadId: string | null,
  assistantId: string,
  payload: RunPayload,
  clientRequestId: string,
): Promise<PreparedRun> {
  const resumable = payload.streamResumable ?? true;
  const namesCheckpoint = Boolean(payload.checkpointId) || isObject(payload.checkpoint);
  const config =
    threadId === null || namesCheckpoint
      ? payload.config
      : await differences.configForgettingCheckpoint(payload.config);
  const text = bodyText({
    assistant_id: assistantId,
    input: payload.input,
    command: commandBody(payload.command),
    stream_mode: payload.streamMode,
    stream_subgraphs: payload.streamSubgraphs,
    stream_resumable: resumable,
    metadata: { ...payload.metadata, client_request_id: clientRequestId },
    config,
    context: payload.context,
    checkpoint_id: payload.checkpointId,
    checkpoint: withoutNulls(payload.checkpoint),
    interrupt_before: payload.interruptBefore,
    interrupt_after: payload.interruptAfter,
    multitask_strategy: threadId === null ? undefined : (payload.multitaskStrategy ?? 'reject'),
    on_disconnect: payload.onDisconnect ?? 'continue',
    on_completion: threadId === null ? payload.onCompletion : undefined,
    if_not_exists: threadId === null ? undefined : payload.ifNotExists,
    webhook: payload.webhook,
    durability: payload.durability,
    after_seconds: payload.afterSeconds,
    feedback_keys: payload.feedbackKeys,
  });
  return { threadId, bodyText: text, clientRequestId, resumable };
}

/** A command without its null members, which the JavaScript server refuses. */
function commandBody(command: RunCommand | null | undefined): Record<string, unknown> | undefined {
  if (command === null || command === undefined) return undefined;
  const answer: unknown = command.resume;
  if (answer === null || (answer instanceof JsonText && answer.text.trim() === 'null')) {
    throw new ArgumentError(
      'An answer of null has to be keyed by the id of its interrupt. Nothing was sent.',
    );
  }
  return withoutNulls(command);
}

function withoutNulls(value: object | null | undefined): Record<string, unknown> | undefined {
  if (value === null || value === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== null && member !== undefined),
  );
}
