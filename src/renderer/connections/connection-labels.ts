import type {
  Connection,
  ConnectionHealth,
  ConnectionState,
  ServerInfo,
} from '../../shared/model/connection.ts';
import type { Tone } from '../ui/display/status-styles.ts';
import { durationText } from '../ui/display/format.ts';
import type { Server } from './queries.ts';

export interface ConnectionStyle {
  readonly tone: Tone;
  readonly word: string;
  readonly heading: string;
}

export const connectionStyles: Readonly<Record<ConnectionState, ConnectionStyle>> = {
  connecting: { tone: 'run', word: 'connecting', heading: 'Connecting' },
  connected: { tone: 'ok', word: 'connected', heading: 'Connected' },
  unreachable: { tone: 'fail', word: 'unreachable', heading: 'No response from this address' },
  offline: { tone: 'fail', word: 'offline', heading: "The studio's computer is offline" },
  'needs-key': { tone: 'wait', word: 'API key required', heading: 'The server requires an API key' },
  'wrong-server': { tone: 'fail', word: 'not a graph server', heading: 'Not a graph server' },
  failing: { tone: 'wait', word: 'failing', heading: 'The server returns errors' },
};

// The server was not contacted, because its key could not be read.
const keyLocked: ConnectionStyle = { tone: 'wait', word: 'key locked', heading: 'The key is locked' };

// Nothing was sent either: signed out, a command that is not allowed, or a renewal that failed.
const noCredential: ConnectionStyle = {
  tone: 'wait',
  word: 'no credential',
  heading: 'There is no credential',
};

// A connection without a result is being checked.
export function connectionStyleOf(health: ConnectionHealth | null): ConnectionStyle {
  if (health?.state === 'needs-key' && health.problem?.code === 'secret-locked') return keyLocked;
  if (health?.problem?.code === 'credential') return noCredential;
  return connectionStyles[health?.state ?? 'connecting'];
}

// While the studio's back end is away, nobody looks whether the server responds.
const notCurrent: ConnectionStyle = { tone: 'mute', word: 'unknown', heading: 'Unknown' };

export function serverStyle({ health, isCurrent }: Server): ConnectionStyle {
  return isCurrent ? connectionStyleOf(health) : notCurrent;
}

/** The heading of a result. Certificate and proxy problems have their own. */
export function healthHeading(health: ConnectionHealth): string {
  const code = health.problem?.details['code'] ?? '';
  if (health.state === 'unreachable' && /_PROXY_|_TUNNEL_/.test(code))
    return 'Cannot connect through the proxy';
  if (health.state === 'unreachable' && /CERT|_TLS|_SSL|LEAF_SIGNATURE/.test(code))
    return 'No secure connection';
  return connectionStyleOf(health).heading;
}

const runtimes = { js: 'JavaScript', python: 'Python', unknown: null } as const;

/** `1.5.1, JavaScript, Node v20.20.2`, as far as the server reports it. */
export function serverText(server: ServerInfo | null): string {
  if (server === null) return 'unknown version';
  const parts = [server.version, runtimes[server.runtime], server.runtimeVersion];
  return parts.filter((part) => part !== null).join(' · ') || 'unknown version';
}

/** The secondary text of a server: version and latency if connected, otherwise its status. */
export function serverNote(server: Server): string {
  const { connection, health } = server;
  if (connection.recording) return 'recording';
  if (!server.isCurrent || health?.state !== 'connected') return serverStyle(server).word;
  const parts = [health.server?.version, health.latencyMs === null ? null : durationText(health.latencyMs)];
  return parts.filter((part) => part !== null && part !== undefined).join(' · ');
}

// The second line of a server: its address, or what a recording is of.
export function addressText({ url, recording }: Connection): string {
  if (!recording) return url ?? 'not started yet';
  return `Recording of ${recording.serverName}, ${recordedText(recording.recordedAt)}`;
}

// When a recording was made, by its own word.
export function recordedText(recordedAt: string): string {
  const date = new Date(recordedAt);
  return Number.isNaN(date.getTime()) ? 'at an unknown time' : date.toLocaleString();
}
