import { stringifyExact } from '../exact-json/stringify.ts';
import type { StandInProfile } from './stand-in-server-profiles.ts';
import type { StandInRun } from './stand-in-server-runs.ts';
import type { StandInCheckpoint, StandInThread } from './stand-in-server-threads.ts';

/** One request, its body still text. */
export interface StandInRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bodyText: string;
}

/** A plain answer, or a run to be streamed: from its start, or from behind an event. */
export type StandInAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly text: string }
  | { readonly kind: 'start'; readonly run: StandInRun; readonly base: StandInCheckpoint | null }
  | { readonly kind: 'join'; readonly run: StandInRun };

/** What the server remembers. */
export interface StandInWorld {
  readonly threads: Map<string, StandInThread>;
  readonly runs: Map<string, StandInRun>;
  readonly faults: {
    readonly ignoresCheckpoints: boolean;
    readonly dropsNul: boolean;
    readonly assistants: number;
    readonly graph: object | null;
    readonly schemas: object | null;
  };
  /** Which kind of server it is. */
  readonly profile: StandInProfile;
  /** Requests that were meant to read and made something. */
  readonly createdByReads: string[];
}

export function json(value: unknown): StandInAnswer {
  return text(stringifyExact(value));
}

export function text(body: string): StandInAnswer {
  return { kind: 'json', status: 200, text: body };
}

export function detail(status: number, words: unknown): StandInAnswer {
  return { kind: 'json', status, text: JSON.stringify({ detail: words }) };
}

/** Refuses a member of a body or a query, as pydantic or zod write it. */
export function invalid(
  { invalidStatus }: Pick<StandInProfile, 'invalidStatus'>,
  name: string,
  wanted: string,
  more: object = {},
): StandInAnswer {
  const message = `Input should be ${wanted}`;
  if (invalidStatus === 422)
    return detail(422, [{ loc: ['body', name], msg: message, type: 'type_error', ...more }]);
  const issues = [{ code: 'invalid_type', path: [name], message }];
  return {
    kind: 'json',
    status: 400,
    text: JSON.stringify({ success: false, error: { issues, name: 'ZodError' } }),
  };
}

/** The parsed members of a body; their exact texts are read apart where they matter. */
export function membersIn(request: StandInRequest): Record<string, unknown> {
  return recordOf(request.bodyText === '' ? {} : JSON.parse(request.bodyText));
}

export function numberIn(request: StandInRequest, key: string): number {
  const value = membersIn(request)[key];
  return typeof value === 'number' ? value : 0;
}

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
