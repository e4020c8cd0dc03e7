import { readSchema } from '../../ui/schema/read-schema.ts';
import type { SchemaField } from '../../ui/schema/schema-field.ts';

/** A content block for data that the schema of an input declares. */
export interface DeclaredBlock {
  /** `image`, `image_url`, `file`, ... */
  readonly type: string;
  /** MIME types, or their first parts with a slash (`image/`); `null` if the schema does not restrict them. */
  readonly mimeTypes: readonly string[] | null;
  readonly members: ReadonlySet<string>;
}

// Limits the search: schemas may be recursive.
const deepest = 8;
const maxFields = 2000;
const maxBlocks = 50;

interface Search {
  left: number;
  readonly blocks: DeclaredBlock[];
  // Some content may be anything.
  isOpen: boolean;
}

/**
 * The blocks for data that a human message may contain; empty if it may only contain text. `null` if the schema
 * does not say, as those of most graphs: then every type may be sent.
 */
export function declaredBlocks(
  schemaText: string | null,
  messagesKey: string,
): readonly DeclaredBlock[] | null {
  const root = readSchema(schemaText);
  const member = root?.kind === 'object' ? root.members.find(({ key }) => key === messagesKey) : undefined;
  if (member === undefined) return null;
  const search: Search = { left: maxFields, blocks: [], isOpen: false };
  const messages: SchemaField[] = [];
  eachItem(member.field(), search, 0, (field) => {
    if (field.kind === 'object') messages.push(field);
    else if (field.kind === 'any') search.isOpen = true;
  });
  const human = messages.filter((field) => !isOtherRole(field));
  for (const message of human) {
    const content = memberOf(message, 'content');
    if (content === null) search.isOpen = true;
    else eachItem(content, search, 0, (field) => takeBlock(field, search));
  }
  const isUnknown = search.isOpen || search.left <= 0 || human.length === 0;
  return isUnknown ? null : search.blocks;
}

export function allowsType({ mimeTypes }: DeclaredBlock, mimeType: string): boolean {
  return mimeTypes?.some((one) => (one.endsWith('/') ? mimeType.startsWith(one) : one === mimeType)) ?? true;
}

// The kinds of blocks that fit a MIME type, the most specific first.
const blockTypes: readonly (readonly [string, readonly string[]])[] = [
  ['image/', ['image_url', 'image', 'media', 'file']],
  ['audio/', ['audio', 'media', 'file']],
  ['video/', ['video', 'media', 'file']],
  ['', ['file', 'media']],
];

// The declared block for a MIME type; `null` if none is.
export function blockFor(blocks: readonly DeclaredBlock[], mimeType: string): DeclaredBlock | null {
  const types = blockTypes.find(([prefix]) => mimeType.startsWith(prefix))?.[1] ?? [];
  for (const type of types) {
    const block = blocks.find((one) => one.type === type && allowsType(one, mimeType));
    if (block) return block;
  }
  return null;
}

// The value of `accept` of a file input, or `null` where any file may be picked.
export function acceptedFiles(blocks: readonly DeclaredBlock[] | null): string | null {
  if (blocks === null || blocks.length === 0) return null;
  const accepted = new Set<string>();
  for (const { type, mimeTypes } of blocks) {
    const kind = { image: 'image/', image_url: 'image/', audio: 'audio/', video: 'video/' }[type];
    if (mimeTypes === null && kind === undefined) return null;
    for (const one of mimeTypes ?? [kind ?? '']) accepted.add(one.endsWith('/') ? `${one}*` : one);
  }
  return [...accepted].join(',');
}

// What the schema declares, for a message: `image/png, application/pdf`; `text only`.
export function declaredLabel(blocks: readonly DeclaredBlock[]): string {
  return blocks.length === 0
    ? 'text only'
    : (acceptedFiles(blocks)?.replaceAll(',', ', ') ?? 'files of any type');
}

function eachItem(
  field: SchemaField,
  search: Search,
  depth: number,
  take: (field: SchemaField) => void,
): void {
  search.left -= 1;
  if (depth > deepest || search.left <= 0) return;
  if (field.kind === 'choice') {
    for (const { field: option } of field.options) eachItem(option, search, depth + 1, take);
  } else if (field.kind === 'array') eachItem(field.item(), search, depth + 1, take);
  else take(field);
}

function takeBlock(field: SchemaField, search: Search): void {
  if (field.kind === 'any') search.isOpen = true;
  if (field.kind !== 'object') return;
  const types = textsOf(memberOf(field, 'type'));
  if (types === null) {
    search.isOpen = true;
    return;
  }
  const members = new Set(field.members.map(({ key }) => key));
  const holdsData = ['data', 'base64', 'image_url'].some((name) => members.has(name));
  const mime = memberOf(field, 'mime_type') ?? memberOf(field, 'mimeType');
  for (const type of types) {
    if (holdsData && search.blocks.length < maxBlocks)
      search.blocks.push({ type, mimeTypes: mimeTypesOf(mime), members });
  }
}

// Patterns are not evaluated, because they come from a server; the usual form is read.
function mimeTypesOf(field: SchemaField | null): readonly string[] | null {
  if (field === null) return null;
  const texts = textsOf(field);
  if (texts !== null) return texts;
  const pattern = field.limits?.['pattern'];
  const [, kinds] = /^\^\(?(?:\?:)?([a-z|]+)\)?\\?\/(?:\.[*+])?\$?$/.exec(String(pattern ?? '')) ?? [];
  return kinds === undefined ? null : kinds.split('|').map((kind) => `${kind}/`);
}

// A message that is certainly not from a person.
function isOtherRole(message: SchemaField): boolean {
  const roles = textsOf(memberOf(message, 'type')) ?? textsOf(memberOf(message, 'role'));
  return roles !== null && !roles.some((role) => ['human', 'user', 'HumanMessageChunk'].includes(role));
}

function memberOf(field: SchemaField, name: string): SchemaField | null {
  return (field.kind === 'object' && field.members.find(({ key }) => key === name)?.field()) || null;
}

// The strings of an enumeration or a constant; `null` for other fields.
function textsOf(field: SchemaField | null): readonly string[] | null {
  if (field?.kind !== 'enum') return null;
  return field.texts.filter((text) => text.startsWith('"')).map((text) => String(JSON.parse(text)));
}
