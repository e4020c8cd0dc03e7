import { isObject } from '../http/response-checks.ts';

// The SDK's API for event protocol v3.
export interface SdkThreadStream {
  readonly run: { start(params: object): Promise<{ readonly run_id: string }> };
  /** The last event caused by a command. */
  readonly ordering?: { readonly lastAppliedThroughSeq?: number | undefined } | undefined;
  subscribe(params: { channels: readonly string[] }): Promise<unknown>;
  onEvent(listener: (event: unknown) => void): () => void;
  onError(listener: (error: unknown) => void): () => void;
  close(): Promise<void>;
}

// Whether an SDK's thread stream has all members used here; its first versions lacked some.
export function isThreadStream(stream: unknown): stream is SdkThreadStream {
  if (!isObject(stream) || !isObject(stream['run']) || typeof stream['run']['start'] !== 'function')
    return false;
  return ['subscribe', 'onEvent', 'onError', 'close'].every((name) => typeof stream[name] === 'function');
}

/** Methods of the official SDK's `Client` that a remote graph calls. Method syntax keeps it assignable. */
export interface SdkClient {
  readonly assistants: {
    getGraph(assistantId: string, options?: object): Promise<unknown>;
    getSchemas(assistantId: string, options?: object): Promise<unknown>;
    getSubgraphs(assistantId: string, options?: object): Promise<unknown>;
  };
  readonly threads: {
    create(payload?: object): Promise<unknown>;
    get(threadId: string, options?: object): Promise<unknown>;
    getState(threadId: string, checkpoint?: object | string, options?: object): Promise<unknown>;
    getHistory(threadId: string, options?: object): Promise<unknown>;
    updateState(threadId: string, options: object): Promise<unknown>;
    /** Returns an {@link SdkThreadStream} in the SDK's own types. Missing in older SDKs. */
    stream?(threadId: string, options: { assistantId: string }): unknown;
  };
  readonly runs: {
    stream(threadId: string | null, assistantId: string, payload?: object): AsyncIterable<unknown>;
    get(threadId: string, runId: string, options?: object): Promise<unknown>;
    cancel(threadId: string, runId: string): Promise<unknown>;
  };
}
