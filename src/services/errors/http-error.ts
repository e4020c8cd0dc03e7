import type { ErrorCode } from '../../shared/app-error.ts';

/** Cause and next step for an error status. */
export interface HttpErrorMessage {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

/** The parts of an error response that the message depends on. */
export interface HttpErrorResponse {
  readonly status: number;
  readonly serverText: string;
  readonly retryAfterMs: number | null;
}
