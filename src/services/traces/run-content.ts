/** What a run and its executions read and wrote, as JSON texts without secrets, each bounded. Only if it was asked for. */
export interface RunContent {
  readonly run: SpanContent;
  /** By execution id. */
  readonly executions: ReadonlyMap<string, SpanContent>;
  /** Values of questions, by execution id and in their order. */
  readonly questions: ReadonlyMap<string, readonly string[]>;
  /** There was more than is read. */
  readonly isCut: boolean;
}

/** `null`: not known. */
export interface SpanContent {
  readonly input: BoundedText | null;
  readonly output: BoundedText | null;
}

export interface BoundedText {
  readonly text: string;
  readonly isCut: boolean;
}
