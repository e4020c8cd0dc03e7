import type { LocalServerStatus, LocalServerUpdate } from '../../../shared/model/local-server.ts';

// Address and token (`Authorization: Bearer`) of the demo server. Never leaves the host.
export interface LocalServerAccess {
  readonly url: string;
  readonly token: string;
}

export interface LocalServer {
  start(): void;
  /** Stops it (SIGTERM, so that it writes its data, then kill) and resolves when its process is gone. */
  stop(): Promise<void>;
  restart(): Promise<LocalServerStatus>;
  status(): LocalServerStatus;
  /** Resolves when ready; throws `AppError` (`unreachable`) if it failed or was stopped. */
  access(signal?: AbortSignal): Promise<LocalServerAccess>;
  onStatus(listener: (status: LocalServerStatus) => void): () => void;
  /** First item: status and stored lines (at most 2,000); then new ones. */
  watch(signal: AbortSignal): AsyncIterable<LocalServerUpdate>;
}
