/** A span that is to be sent. Times are milliseconds since 1970, by the server's clock. */
export interface TraceSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** `isRemote`: a span of another program. */
  readonly parent: { readonly spanId: string; readonly isRemote: boolean } | null;
  /** Of the trace of another program; `null` for none. */
  readonly traceState: string | null;
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly status: SpanStatus;
  readonly attributes: SpanAttributes;
  readonly events: readonly SpanEvent[];
  readonly links: readonly SpanLink[];
}

export interface SpanStatus {
  readonly code: 'unset' | 'ok' | 'error';
  /** Of an error. */
  readonly message?: string;
}

export interface SpanEvent {
  readonly name: string;
  readonly ms: number;
  readonly attributes: SpanAttributes;
}

export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: SpanAttributes;
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean | string[]>>;

/** Without those that are `null` or an empty list, which say nothing. */
export function definedAttributes(
  attributes: Readonly<Record<string, string | number | boolean | readonly string[] | null>>,
): SpanAttributes {
  const defined: Record<string, string | number | boolean | string[]> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || (typeof value === 'object' && value.length === 0)) continue;
    defined[name] = typeof value === 'object' ? [...value] : value;
  }
  return defined;
}
