import type { Connection, ServerInfo } from '../../shared/model/connection.ts';

export interface RecordedConnections {
  /** Reads those that were open before, once. */
  load(): Promise<void>;
  list(): readonly Connection[];
  has(connectionId: string): boolean;
  fetch(connectionId: string): typeof fetch | null;
  close(connectionId: string): Promise<void>;
  onChange(listener: () => void): void;
  /** The address that its client is made with; nothing is sent there. */
  readonly url: string;
  toServerInfo(info: ServerInfo): ServerInfo;
}

export const noRecordings: RecordedConnections = {
  load: () => Promise.resolve(),
  list: () => [],
  has: () => false,
  fetch: () => null,
  close: () => Promise.resolve(),
  onChange: () => undefined,
  url: '',
  toServerInfo: (info) => info,
};
