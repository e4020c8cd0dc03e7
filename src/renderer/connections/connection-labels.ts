import type { ConnectionHealth, ConnectionState, ServerInfo } from '../../shared/model/connection.ts';
import type { Tone } from '../ui/display/status-styles.ts';
import { durationText } from '../ui/display/format.ts';

export interface ConnectionStyle {
  readonly tone: Tone;
  /** After a server's name: `Staging - unreachable`. */
  readonly word: string;
  /** Above what a test found. */
  readonly heading: string;
}

/** How each state of a connection looks and reads. */
export const connectionStyles: Readonly<Record<ConnectionState, ConnectionStyle>> = {
  connecting: { tone: 'run', word: 'connecting', heading: 'Connecting' },
  connected: { tone: 'ok', word: 'connected', heading: 'Connected' },
  unreachable: { tone: 'fail', word: 'unreachable', heading: 'No response from this address' },
  offline: { tone: 'fail', word: 'offline', heading: 'This computer is offline' },
  'needs-key': { tone: 'wait', word: 'API key required', heading: 'The server requires an API key' },
  'wrong-server': { tone: 'fail', word: 'not a graph server', heading: 'Not a graph server' },
  failing: { tone: 'wait', word: 'failing', heading: 'The server returns errors' },
};

/** The server was not asked: its key could not be read. */
const keyLocked: ConnectionStyle = { tone: 'wait', word: 'key locked', heading: 'The key is locked' };

/** A connection that was not looked at yet is being looked at. */
export function connectionStyleOf(health: ConnectionHealth | null): ConnectionStyle {
  if (health?.state === 'needs-key' && health.problem?.code === 'secret-locked') return keyLocked;
  return connectionStyles[health?.state ?? 'connecting'];
}

/** Above what a look found. A certificate or a proxy in the way is another thing than silence. */
export function healthHeading(health: ConnectionHealth): string {
  const code = health.problem?.details['code'] ?? '';
  if (health.state === 'unreachable' && /_PROXY_|_TUNNEL_/.test(code))
    return 'Cannot connect through the proxy';
  if (health.state === 'unreachable' && /CERT|_TLS|_SSL|LEAF_SIGNATURE/.test(code))
    return 'No secure connection';
  return connectionStyleOf(health).heading;
}

const runtimes = { js: 'JavaScript', python: 'Python', unknown: null } as const;

/** `1.5.1, JavaScript, Node v20.20.2`, as much of it as the server told. */
export function serverText(server: ServerInfo | null): string {
  if (server === null) return 'unknown version';
  const parts = [server.version, runtimes[server.runtime], server.runtimeVersion];
  return parts.filter((part) => part !== null).join(' · ') || 'unknown version';
}

/** The quiet words after a server's name: version and latency when it is well, its state when it is not. */
export function serverNote(health: ConnectionHealth | null): string {
  if (health?.state !== 'connected') return connectionStyleOf(health).word;
  const parts = [health.server?.version, health.latencyMs === null ? null : durationText(health.latencyMs)];
  return parts.filter((part) => part !== null && part !== undefined).join(' · ');
}
