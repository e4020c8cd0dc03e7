import { z } from 'zod';
import { WireError } from '../wire-error.ts';
import { NetworkPath, TlsTrust, TlsTrustView } from './network.ts';

/** `demo` is the server that the studio starts itself; `remote` is one that the user added. */
export const ConnectionKind = z.enum(['demo', 'remote']);
export type ConnectionKind = z.infer<typeof ConnectionKind>;

/**
 * Where a connection's key is: nowhere; in memory until the studio ends; sealed by the system's key store; written
 * without protection because the user chose so; sealed but not readable now (row E-21); or sealed with a key that anyone
 * can know (row E-27).
 */
export const KeyStorage = z.enum(['none', 'session', 'sealed', 'plain', 'locked', 'weak']);
export type KeyStorage = z.infer<typeof KeyStorage>;

/** A key as the window may see it: that there is one, and its last four characters. Never the key (row E-19). */
export const KeyView = z.strictObject({ storage: KeyStorage, last4: z.string().max(4).nullable() });
export type KeyView = z.infer<typeof KeyView>;

/** An extra header as the window may see it. Values are treated as secrets: only their last four come back. */
export const HeaderView = z.strictObject({ name: z.string(), last4: z.string().max(4) });
export type HeaderView = z.infer<typeof HeaderView>;

/** A graph server that the studio knows. */
export const Connection = z.strictObject({
  id: z.string(),
  kind: ConnectionKind,
  name: z.string(),
  /** Base URL without a trailing slash; `null` while the demo server has no port yet. */
  url: z.string().nullable(),
  key: KeyView,
  headers: z.array(HeaderView),
  /** Left out where the usual authorities are trusted and no others. */
  trust: TlsTrustView.optional(),
});
export type Connection = z.infer<typeof Connection>;

/** What to do with the key on save: leave it, forget it, or set it and keep it in the named place. */
export const KeyChange = z.discriminatedUnion('change', [
  z.strictObject({ change: z.literal('keep') }),
  z.strictObject({ change: z.literal('remove') }),
  z.strictObject({
    change: z.literal('set'),
    value: z.string().min(1).max(4096),
    storage: z.enum(['session', 'sealed', 'plain']),
  }),
]);
export type KeyChange = z.infer<typeof KeyChange>;

/** A header on save; `value: null` keeps the value that is stored under this name. */
export const HeaderChange = z.strictObject({
  name: z.string().min(1).max(256),
  value: z.string().max(8192).nullable(),
});
export type HeaderChange = z.infer<typeof HeaderChange>;

/** A new connection (`id: null`) or the new form of one. */
export const ConnectionDraft = z.strictObject({
  id: z.string().nullable(),
  name: z.string().max(200),
  url: z.string().max(2048),
  key: KeyChange,
  headers: z.array(HeaderChange).max(64),
  /** Left out, it is forgotten: whom to trust is said anew with each save. */
  trust: TlsTrust.optional(),
});
export type ConnectionDraft = z.infer<typeof ConnectionDraft>;

/**
 * Whether a server can do a thing, and if not, why, in words for a tooltip. `null`: it does not say, and nobody has tried
 * yet.
 */
export const Capability = z.strictObject({
  available: z.boolean().nullable(),
  reason: z.string().nullable(),
});
export type Capability = z.infer<typeof Capability>;

/** What `GET /info` told (docs/protocol.md, Server information), with its flags and routes turned into capabilities. */
export const ServerInfo = z.strictObject({
  version: z.string().nullable(),
  runtime: z.enum(['js', 'python', 'unknown']),
  runtimeVersion: z.string().nullable(),
  capabilities: z.strictObject({
    /** Assistants, and with them graphs and schemas. */
    assistants: Capability,
    crons: Capability,
    webhooks: Capability,
    xrayDepth: Capability,
    prune: Capability,
  }),
});
export type ServerInfo = z.infer<typeof ServerInfo>;

/** `offline`: this computer has no network. `needs-key`: the server answered 401 or 403. `wrong-server`: something answered that is no graph server. */
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

/** The last look at a connection. `latencyMs` is the time of the fastest of the checking requests. */
export const ConnectionHealth = z.strictObject({
  connectionId: z.string(),
  state: ConnectionState,
  latencyMs: z.number().nullable(),
  server: ServerInfo.nullable(),
  problem: WireError.nullable(),
  /** Left out while nothing was sent. */
  networkPath: NetworkPath.optional(),
});
export type ConnectionHealth = z.infer<typeof ConnectionHealth>;

/** Connections and their health, as one picture, so that a list never shows one without the other. */
export const ConnectionsSnapshot = z.strictObject({
  connections: z.array(Connection),
  health: z.array(ConnectionHealth),
  /** Set when the stored list had to be repaired or can't be written: what happened, as sentences (row D-3). */
  notice: z.string().optional(),
});
export type ConnectionsSnapshot = z.infer<typeof ConnectionsSnapshot>;
