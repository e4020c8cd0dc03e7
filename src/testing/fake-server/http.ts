import { stringifyExact } from 'exact-json';
import type { FakeRequest } from './fake-request.ts';
import type { ServerProfile } from './server-profiles.ts';
import type { FakeCheckpoint, FakeRun, FakeThread } from './thread-store.ts';

export type { FakeRequest } from './fake-request.ts';

/** A plain response, or a run to stream: from its start, or after an event. */
export type FakeResponse =
  | { readonly kind: 'json'; readonly status: number; readonly text: string }
  | { readonly kind: 'start'; readonly run: FakeRun; readonly base: FakeCheckpoint | null }
  | { readonly kind: 'join'; readonly run: FakeRun };

/** Routes with a state of their own. */
export interface StatefulRoutes {
  /** `null` for other routes. */
  handle(request: FakeRequest): FakeResponse | null;
}

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
  readonly crons: StatefulRoutes;
  readonly store: StatefulRoutes;
  readonly profile: ServerProfile;
  /** Read requests that created something. */
  readonly createdByReads: string[];
}

export function jsonResponse(value: unknown): FakeResponse {
  return textResponse(stringifyExact(value));
}

export function textResponse(body: string): FakeResponse {
  return { kind: 'json', status: 200, text: body };
}

export function errorResponse(status: number, detail: unknown): FakeResponse {
  return { kind: 'json', status, text: JSON.stringify({ detail: detail }) };
}

/** Rejects a field of a body or query, in the format of pydantic or zod. */
export function validationErrorResponse(
  { invalidStatus }: Pick<ServerProfile, 'invalidStatus'>,
  name: string,
  expectedType: string,
  more: object = {},
): FakeResponse {
  const message = `Input should be ${expectedType}`;
  if (invalidStatus === 422)
    return errorResponse(422, [{ loc: ['body', name], msg: message, type: 'type_error', ...more }]);
  const issues = [{ code: 'invalid_type', path: [name], message }];
  return {
    kind: 'json',
    status: 400,
    text: JSON.stringify({ success: false, error: { issues, name: 'ZodError' } }),
  };
}

/** The parsed fields of a body. Their original text is read separately where it matters. */
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
