/** The methods of the official SDK's `Client` that a remote graph calls. Written as methods, so that it fits. */
export interface SdkClient {
  readonly assistants: {
    getGraph(assistantId: string, options?: object): Promise<unknown>;
    getSchemas(assistantId: string, options?: object): Promise<unknown>;
    getSubgraphs(assistantId: string, options?: object): Promise<unknown>;
  };
  readonly threads: {
    create(payload?: object): Promise<unknown>;
    getState(threadId: string, checkpoint?: object | string, options?: object): Promise<unknown>;
    getHistory(threadId: string, options?: object): Promise<unknown>;
    updateState(threadId: string, options: object): Promise<unknown>;
  };
  readonly runs: {
    stream(threadId: string | null, assistantId: string, payload?: object): AsyncIterable<unknown>;
    get(threadId: string, runId: string, options?: object): Promise<unknown>;
  };
}
