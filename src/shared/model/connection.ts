import { Capabilities } from './capability.ts';
import { z } from 'zod';
import { WireError } from '../wire-error.ts';
import { CredentialSource, CredentialView, KeyHeaderTest } from './credential.ts';
import { NetworkPath, TlsTrust, TlsTrustView } from './network.ts';
import { TeamRole } from './team.ts';

// `demo`: started by the studio itself; `remote`: added by the user; `recording`: an opened recording, which is read as a
// server is and can't be changed.
const ConnectionKind = z.enum(['demo', 'remote', 'recording']);
type ConnectionKind = z.infer<typeof ConnectionKind>;

/**
 * Where a connection's key is: nowhere; in memory until the studio quits; encrypted by the system's key store;
 * in plain text at the user's choice; encrypted but unreadable now; or encrypted with a publicly known
 * key.
 */
export const KeyStorage = z.enum(['none', 'session', 'sealed', 'plain', 'locked', 'weak']);
export type KeyStorage = z.infer<typeof KeyStorage>;

/**
 * What a window may see of a key: that there is one, and its last four characters. Never the key.
 */
export const KeyView = z.strictObject({ storage: KeyStorage, last4: z.string().max(4).nullable() });
export type KeyView = z.infer<typeof KeyView>;

// An extra header as the window may see it. Values are treated as secrets: only their last four come back.
const HeaderView = z.strictObject({ name: z.string(), last4: z.string().max(4) });
type HeaderView = z.infer<typeof HeaderView>;

/** Colours that tell servers apart. Never the only sign. */
export const serverColors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;

/**
 * Choices of the user about a server that hold no secret. Each is omitted for its default.
 *
 * - `production`: Writing calls must be confirmed, and destructive ones with the server's name (see `writing-calls.ts`).
 * - `group`: The heading that the server is listed under.
 * - `timeoutSeconds`: How long a plain response may take to begin, in seconds; 30 by default. Not for streams.
 */
export const ServerPreferences = z.strictObject({
  production: z.boolean().optional(),
  group: z.string().max(100).optional(),
  color: z.enum(serverColors).optional(),
  timeoutSeconds: z.int().min(1).max(300).optional(),
});
export type ServerPreferences = z.infer<typeof ServerPreferences>;

/**
 * What an opened recording is of.
 *
 * - `recordedAt`: ISO 8601, by the clock of the computer that recorded.
 * - `serverName`: The server's name where it was recorded; its address is `null` if that was left out.
 * - `runId`: The only run that was recorded; `null`: all of the thread.
 * - `importedFrom`: The tool whose export it was made of; omitted for a recording of a studio.
 * - `missing`: What the recording lacks, as sentences; the first few.
 */
export const RecordingFacts = z.strictObject({
  fileName: z.string(),
  recordedAt: z.string(),
  serverName: z.string(),
  serverUrl: z.string().nullable(),
  threadId: z.string(),
  runId: z.string().nullable(),
  checkpoints: z.int().nonnegative(),
  frames: z.int().nonnegative(),
  missing: z.array(z.string()),
  missingTotal: z.int().nonnegative(),
  importedFrom: z.optional(z.string()),
  unlistedThreads: z.optional(z.int().nonnegative()),
});
export type RecordingFacts = z.infer<typeof RecordingFacts>;

/**
 * - `url`: Base URL without trailing slash; `null` for recordings, and while the demo server has no port yet.
 * - `trust` is omitted if only the usual authorities are trusted.
 * - `credential` is omitted if the server has a key and headers only.
 */
export const Connection = z.strictObject({
  id: z.string(),
  kind: ConnectionKind,
  name: z.string(),
  url: z.string().nullable(),
  key: KeyView,
  headers: z.array(HeaderView),
  trust: TlsTrustView.optional(),
  credential: CredentialView.optional(),
  recording: RecordingFacts.optional(),
  ...ServerPreferences.shape,
});
export type Connection = z.infer<typeof Connection>;

/** What to do with the key on save: keep it, delete it, or set it (typed or imported) and store it as named. */
export const KeyChange = z.discriminatedUnion('change', [
  z.strictObject({ change: z.literal('keep') }),
  z.strictObject({ change: z.literal('remove') }),
  z.strictObject({
    change: z.literal('set'),
    value: z.string().min(1).max(4096),
    storage: z.enum(['session', 'sealed', 'plain']),
  }),
  /** The key that `connections.readEnv` found under this id. */
  z.strictObject({
    change: z.literal('import'),
    id: z.uuid(),
    storage: z.enum(['session', 'sealed', 'plain']),
  }),
]);
export type KeyChange = z.infer<typeof KeyChange>;

// A header on save; `value: null` keeps the stored value of this name.
const HeaderChange = z.strictObject({
  name: z.string().min(1).max(256),
  value: z.string().max(8192).nullable(),
});
type HeaderChange = z.infer<typeof HeaderChange>;

/**
 * A new connection (`id: null`), or changes to one.
 *
 * - `trust`: Omitted, it is removed: trust is stated anew with each save.
 * - `credential`: Omitted, it is removed.
 * - `allowsCommand`: A person has looked at the credential's command and agreed to it.
 * - `expected`: The connection that was edited. If it is another one by now, nothing is saved (`conflict`).
 */
export const ConnectionDraft = z.strictObject({
  id: z.string().nullable(),
  name: z.string().max(200),
  url: z.string().max(2048),
  key: KeyChange,
  headers: z.array(HeaderChange).max(64),
  trust: TlsTrust.optional(),
  credential: CredentialSource.optional(),
  allowsCommand: z.boolean().optional(),
  /** Stated anew with each save, like `trust`. */
  ...ServerPreferences.shape,
  expected: Connection.optional(),
});
export type ConnectionDraft = z.infer<typeof ConnectionDraft>;

/** `GET /info` (docs/protocol.md, Server information), with flags and routes turned into capabilities. */
export const ServerInfo = z.strictObject({
  version: z.string().nullable(),
  runtime: z.enum(['js', 'python', 'unknown']),
  runtimeVersion: z.string().nullable(),
  capabilities: Capabilities,
});
export type ServerInfo = z.infer<typeof ServerInfo>;

/**
 * `offline`: this computer has no network. `needs-key`: the server sent 401 or 403. `wrong-server`: another
 * program responded.
 */
export const ConnectionState = z.enum([
  'connecting',
  'connected',
  'unreachable',
  'offline',
  'needs-key',
  'wrong-server',
  'failing',
]);
export type ConnectionState = z.infer<typeof ConnectionState>;

/** The last check of a connection. `latencyMs`: time of its fastest request. `networkPath` is omitted while nothing was sent. */
export const ConnectionHealth = z.strictObject({
  connectionId: z.string(),
  state: ConnectionState,
  latencyMs: z.number().nullable(),
  server: ServerInfo.nullable(),
  problem: z.nullable(WireError),
  networkPath: NetworkPath.optional(),
  /** Of a test only. */
  keyHeaders: KeyHeaderTest.optional(),
});
export type ConnectionHealth = z.infer<typeof ConnectionHealth>;

/**
 * Connections and their health in one snapshot, so that a list never shows one without the other.
 *
 * - `notice` is set if the stored list had to be repaired or can't be written: what happened, as sentences.
 * - `servedCalls`: The calls that this window may make; omitted if it may make all.
 * - `role`: What this window may do in a studio for a team; omitted in others.
 */
export const ConnectionsSnapshot = z.strictObject({
  connections: z.array(Connection),
  health: z.array(ConnectionHealth),
  notice: z.string().optional(),
  servedCalls: z.array(z.string()).optional(),
  role: TeamRole.optional(),
});
export type ConnectionsSnapshot = z.infer<typeof ConnectionsSnapshot>;
