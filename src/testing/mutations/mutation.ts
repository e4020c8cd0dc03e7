/** A request on its way to the server. */
export interface ProxiedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  readonly bodyText: string;
}

/** A response that the proxy gives in place of the server. */
export interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly text: string;
}

/** One event of a stream; all of its fields, so that what is unknown passes. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string | null;
}

/** What becomes of the events of one stream. */
export interface EventMutator {
  /** The events in place of one. */
  each(event: ServerEvent): readonly ServerEvent[] | Promise<readonly ServerEvent[]>;
  /** What follows the last one. */
  end?(): readonly ServerEvent[];
}

/** One way in which a server is different from a good one. What it leaves out is passed as it is. */
export interface Mutation {
  readonly name: string;
  /** Nothing that the studio needs is missing, so that it may lose nothing either. */
  readonly isHarmless?: true;
  /** Answers in place of the server, which gets nothing. */
  reply?(request: ProxiedRequest): Reply | null;
  /** Answers after the server has done what was asked, in place of its successful answer. */
  replyAfter?(request: ProxiedRequest): Reply | null;
  /** The request as the server gets it. */
  request?(request: ProxiedRequest): Pick<ProxiedRequest, 'query' | 'bodyText'>;
  /** The headers of the response, by their names in lower case. */
  headers?(headers: Readonly<Record<string, string>>, request: ProxiedRequest): Record<string, string>;
  /** The JSON of a successful response. */
  json?(value: unknown, request: ProxiedRequest): unknown;
  /** Called once for each stream. */
  events?(request: ProxiedRequest): EventMutator;
  /** How the bytes of a response are cut. */
  chunkBytes?: number;
  readonly isCompressed?: true;
  /** A comment before each event of a stream. */
  readonly comment?: string;
  /** Before each response. */
  readonly delayMs?: number;
}
