import { GraphServerError, type RequestTarget } from '../errors.ts';
import type { GraphClientSettings } from './client-settings.ts';

// Body length reported to `onResponse`, in UTF-16 units.
const loggedBodyLength = 20 * 1024;

export type RequestListeners = Pick<GraphClientSettings, 'onRequest' | 'onResponse'>;

export interface ReportedRequest extends RequestTarget {
  readonly id: number;
  readonly purpose: string;
  readonly requestBody: string | null;
}

// Reports the start of a request to the client's listeners; the returned functions report what follows.
export function startRequestReport({ onRequest, onResponse }: RequestListeners, request: ReportedRequest) {
  const startedAt = performance.now();
  let ms: number | null = null;
  const elapsed = (): number => ms ?? performance.now() - startedAt;
  onRequest?.({ phase: 'start', ...request });
  return {
    headers: () => {
      ms = elapsed();
    },
    answered: (status: number) => onRequest?.({ phase: 'answer', ...request, status, ms: elapsed() }),
    failed: (error: unknown) => {
      const answer = error instanceof GraphServerError;
      const problem = answer ? error.serverText : error instanceof Error ? error.message : String(error);
      const status = answer ? { status: error.status } : {};
      onRequest?.({ phase: answer ? 'answer' : 'fail', ...request, ...status, ms: elapsed(), problem });
    },
    body: (headers: Headers, text: string | null) => {
      const isTruncated = text !== null && text.length > loggedBodyLength;
      onResponse?.({
        id: request.id,
        headers,
        body: text === null ? null : text.slice(0, loggedBodyLength),
        isTruncated,
      });
    },
  };
}
