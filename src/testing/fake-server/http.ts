import { stringifyExact } from '../../exact-json/numbers/stringify-exact.ts';
import type { ServerProfile } from './server-profiles.ts';
import type { FakeCheckpoint, FakeRun, FakeThread } from './thread-store.ts';

/** One request, its body still text. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bodyText: string;
}

/** A plain answer, or a run to be streamed: from its start, or from behind an event. */
export type FakeResponse =
  | { readonly kind: 'json'; readonly status: number; readonly text: string }
  | { readonly kind: 'start'; readonly run: FakeRun; readonly base: FakeCheckpoint | null }
  | { readonly kind: 'join'; readonly run: FakeRun };

/** What the server remembers. */
export interface FakeServerState {
  readonly threads: Map<string, FakeThread>;
  readonly runs: Map<string, FakeRun>;
  readonly faults: {
    readonly ignoresCheckpoints: boolean;
    readonly dropsNul: boolean;
    readonly assistants: number;
    readonly graph: object | null;
    readonly schemas: object | null;
  };
  /** Which kind of server it is. */
  readonly profile: ServerProfile;
  /** Requests that were meant to read and made something. */
  readonly createdByReads: string[];
}

export function jsonResponse(value: unknown): FakeResponse {
  return textResponse(stringifyExact(value));
}

export function textResponse(body: string): FakeResponse {
  return { kind: 'json', status: 200, text: body };
}

export function errorResponse(status: number, words: unknown): FakeResponse {
  return { kind: 'json', status, text: JSON.stringify({ detail: words }) };
}

/** Refuses a member of a body or a query, as pydantic or zod write it. */
export function validationErrorResponse(
  { invalidStatus }: Pick<ServerProfile, 'invalidStatus'>,
  name: string,
  wanted: string,
  more: object = {},
): FakeResponse {
  const message = `Input should be ${wanted}`;
  if (invalidStatus === 422)
    return errorResponse(422, [{ loc: ['body', name], msg: message, type: 'type_error', ...more }]);
  const issues = [{ code: 'invalid_type', path: [name], message }];
  return {
    kind: 'json',
    status: 400,
    text: JSON.stringify({ success: false, error: { issues, name: 'ZodError' } }),
  };
}

/** The parsed members of a body; their exact texts are read apart where they matter. */
export function membersIn(request: FakeRequest): Record<string, unknown> {
  return asRecord(request.bodyText === '' ? {} : JSON.parse(request.bodyText));
}

export function numberIn(request: FakeRequest, key: string): number {
  const value = membersIn(request)[key];
  return typeof value === 'number' ? value : 0;
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
