import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * Envelope of every stored document. The same in all versions, so that an old studio can tell a newer file
 * (not to be touched) from a broken one (not to be believed).
 */
const Envelope = z.strictObject({
  format: z.string(),
  version: z.int().positive(),
  /** SHA-256 over format, version and data: a flipped bit may still be valid JSON (row D-3). */
  checksum: z.string(),
  data: z.unknown(),
});

export type ParsedDocument<T> =
  | { readonly kind: 'good'; readonly value: T }
  | { readonly kind: 'newer'; readonly version: number; readonly data: unknown }
  | { readonly kind: 'bad'; readonly why: string };

/**
 * Name and schema of a kind of document. `version` increases with each change of `schema`, so that old
 * studios can't read it.
 */
export interface DocumentSpec<T> {
  readonly name: string;
  readonly version: number;
  readonly schema: z.core.$ZodType<T>;
  /** Value of a missing document. */
  readonly initial: T;
}

/** The file's text for `value`. */
export function serializeDocument<T>(spec: DocumentSpec<T>, value: T): string {
  const head = { format: formatOf(spec.name), version: spec.version };
  const checksum = checksumOf(head.format, head.version, value);
  return `${JSON.stringify({ ...head, checksum, data: value }, null, 2)}\n`;
}

/** Parses a file's text; never throws. */
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
  const value = z.safeParse(spec.schema, data);
  if (version < spec.version || !value.success)
    return { kind: 'bad', why: 'its content has an unexpected format' };
  return { kind: 'good', value: value.data };
}

function formatOf(name: string): string {
  return `remote-graph-studio/${name}`;
}

function checksumOf(format: string, version: number, data: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([format, version, data]))
    .digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
