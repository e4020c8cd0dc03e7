import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';

// Envelope of every stored document. The same in all versions, so that an old studio can tell a newer file (not to be
// touched) from a broken one (not to be believed).
const Envelope = z.strictObject({
  format: z.string(),
  version: z.int().positive(),
  // SHA-256 over format, version and data: a flipped bit may still be valid JSON.
  checksum: z.string(),
  data: z.unknown(),
});

export type ParsedDocument<T> =
  | { readonly kind: 'good'; readonly value: T }
  /** Converted from an older version by the spec's migrations. */
  | { readonly kind: 'older'; readonly version: number; readonly value: T }
  | { readonly kind: 'newer'; readonly version: number; readonly data: unknown }
  /** Undamaged, but not what a studio of this or an older version writes. */
  | { readonly kind: 'unsupported'; readonly version: number }
  | { readonly kind: 'bad'; readonly why: string };

// Turns the data of one version into that of the next. Data that it can't convert makes it throw.
type Migration = (data: unknown) => unknown;

/**
 * Name and schema of a kind of document. `version` increases with each change of `schema`, an optional member included:
 * an older studio would take the file for a broken one, and a newer one for its own.
 *
 * - `migrations`: One for each earlier version: the first converts version 1 to 2. Required from version 2 on.
 */
export interface DocumentSpec<T> {
  readonly name: string;
  readonly version: number;
  readonly schema: z.core.$ZodType<T>;
  readonly migrations?: readonly Migration[];
  readonly initial: T;
}

/** The text of a stored document: its format, version and checksum around its data. */
export function serializeDocument<T>(spec: DocumentSpec<T>, value: T): string {
  const head = { format: formatOf(spec.name), version: spec.version };
  const checksum = checksumOf(head.format, head.version, value);
  return `${JSON.stringify({ ...head, checksum, data: value }, null, 2)}\n`;
}

// Parses a file's text; never throws.
export function parseDocument<T>(spec: DocumentSpec<T>, text: string): ParsedDocument<T> {
  if (text.length === 0) return { kind: 'bad', why: 'it is empty' };
  const parsed = parseJson(text);
  if (parsed === undefined) return { kind: 'bad', why: 'it is not JSON, or truncated' };
  const envelope = Envelope.safeParse(parsed).data;
  if (!envelope || envelope.format !== formatOf(spec.name)) {
    return { kind: 'bad', why: 'it is a different kind of file' };
  }
  const { format, version, checksum, data } = envelope;
  if (checksum !== checksumOf(format, version, data)) {
    return {
      kind: 'bad',
      why: 'its checksum does not match: it was damaged, or changed outside the studio',
    };
  }
  if (version > spec.version) return { kind: 'newer', version, data };
  const value = z.safeParse(spec.schema, migrate(spec, version, data));
  if (!value.success) return { kind: 'unsupported', version };
  return version < spec.version
    ? { kind: 'older', version, value: value.data }
    : { kind: 'good', value: value.data };
}

// Throws for a spec whose version was increased without a migration: older files would not open.
export function requireMigrations<T>({ name, version, migrations = [] }: DocumentSpec<T>): void {
  if (migrations.length !== version - 1)
    throw new Error(`Version ${version} of "${name}" needs ${version - 1} migrations.`);
}

// `undefined`, which no schema of a document accepts, if a migration throws.
function migrate<T>({ migrations = [] }: DocumentSpec<T>, from: number, data: unknown): unknown {
  try {
    return migrations.slice(from - 1).reduce((converted, toNext) => toNext(converted), data);
  } catch {
    return undefined;
  }
}

function formatOf(name: string): string {
  return `remote-graph-studio/${name}`;
}

function checksumOf(format: string, version: number, data: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([format, version, data]))
    .digest('hex');
}
