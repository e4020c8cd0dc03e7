import type { ErrorCode } from '../../shared/app-error.ts';

export interface HttpErrorMessage {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

export interface HttpErrorResponse {
  readonly status: number;
  readonly serverText: string;
  readonly retryAfterMs: number | null;
}
