import type { LocalServerStatus, LocalServerUpdate } from '../../shared/model/local-server.ts';

/** Where the demo server listens and the token that it wants as `Authorization: Bearer`. Never leaves the host. */
export interface LocalServerAccess {
  readonly url: string;
  readonly token: string;
}

/** The demo server that the studio starts and ends. */
export interface LocalServer {
  start(): void;
  /** Ends it (SIGTERM, so that it writes its data, then kill) and resolves when its process is gone. */
  stop(): Promise<void>;
  restart(): Promise<LocalServerStatus>;
  status(): LocalServerStatus;
  /** Resolves when ready; throws `AppError` (`unreachable`) when it failed or was stopped. */
  access(signal?: AbortSignal): Promise<LocalServerAccess>;
  /** Called at each change of status. Returns its undo. */
  onStatus(listener: (status: LocalServerStatus) => void): () => void;
  /** First item: status and the kept lines (at most 2,000); then whatever is new. */
  watch(signal: AbortSignal): AsyncIterable<LocalServerUpdate>;
}
