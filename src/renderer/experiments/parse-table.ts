import { JsonSyntaxError, parseTree } from 'exact-json';
import { maxInputRows, maxInputRowLength } from '../../shared/model/experiment.ts';
import { readSchema } from '../ui/schema/read-schema.ts';
import { fieldKindLabel, type SchemaField } from '../ui/schema/schema-field.ts';

type TableFormat = 'CSV' | 'CSV with semicolons' | 'tab-separated';

/** A pasted table as inputs, or why it is none. `format`: what it was taken for. */
export interface ParsedTable {
  readonly format: 'JSON list' | 'JSON lines' | TableFormat | null;
  /** JSON texts, as written where they were JSON. */
  readonly inputs: readonly string[];
  readonly problem: string | null;
}

/** The JSON types that a graph's input schema declares for a member; empty if unknown. */
export type TypesOf = (key: string) => readonly string[];

const none: ParsedTable = { format: null, inputs: [], problem: null };

/**
 * Reads a list of inputs from a JSON list, from JSON lines, or from a table with a header. A cell is a string,
 * unless the schema declares another type for its column: then it is JSON.
 */
export function parseTable(text: string, typesOf: TypesOf): ParsedTable {
  // Spreadsheets begin their files with a byte order mark.
  const trimmed = text.replace(/^\ufeff/, '').trim();
  if (trimmed === '') return none;
  if (trimmed.length > maxInputRowLength) {
    return {
      ...none,
      problem: `The table has more than ${maxInputRowLength.toLocaleString('en')} characters.`,
    };
  }
  const parsed = trimmed.startsWith('[')
    ? parseList(trimmed)
    : trimmed.startsWith('{')
      ? parseLines(trimmed)
      : parseCells(trimmed, typesOf);
  if (parsed.problem !== null || parsed.inputs.length <= maxInputRows) return parsed;
  return { ...parsed, problem: `A table has at most ${maxInputRows.toLocaleString('en')} rows.` };
}

function parseList(text: string): ParsedTable {
  const format = 'JSON list';
  try {
    const tree = parseTree(text);
    const items = tree.type === 'array' ? tree.items : [];
    if (items.length === 0) return { format, inputs: [], problem: 'The list is empty.' };
    return { format, inputs: items.map(({ start, end }) => text.slice(start, end)), problem: null };
  } catch (error) {
    return { format, inputs: [], problem: messageOf(error, 0) };
  }
}

function parseLines(text: string): ParsedTable {
  const format = 'JSON lines';
  const inputs: string[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue;
    try {
      parseTree(line);
    } catch (error) {
      // One object over several lines.
      if (index === 0 && isJson(text)) return { format, inputs: [text], problem: null };
      return { format, inputs: [], problem: messageOf(error, index) };
    }
    inputs.push(line.trim());
  }
  return { format, inputs, problem: null };
}

function isJson(text: string): boolean {
  try {
    parseTree(text);
    return true;
  } catch {
    return false;
  }
}

function messageOf(error: unknown, linesBefore: number): string {
  if (!(error instanceof JsonSyntaxError)) throw error;
  return `Line ${error.line + linesBefore}: ${error.message}`;
}

function parseCells(text: string, typesOf: TypesOf): ParsedTable {
  const { format, rows, problem } = readTable(text);
  const [header = [], ...others] = rows;
  const keys = header.map(({ text: key }) => key.trim());
  const empty = keys.indexOf('');
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  const fault =
    problem ??
    (empty >= 0 ? `Column ${empty + 1} has no name.` : null) ??
    (twice === undefined ? null : `Two columns are called "${twice}".`) ??
    (others.length === 0 ? 'The table has a header, but no row.' : null);
  if (fault !== null) return { format, inputs: [], problem: fault };
  const inputs: string[] = [];
  for (const cells of others) {
    const line = cells[0]?.line ?? 0;
    if (cells.length !== keys.length) {
      const counts = `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, the header ${keys.length}`;
      return { format, inputs: [], problem: `Line ${line}: the row has ${counts}.` };
    }
    const members: string[] = [];
    for (const [index, { text: cell }] of cells.entries()) {
      const key = keys[index] ?? '';
      const types = typesOf(key);
      const isText = types.length === 0 || types.includes('string');
      // An empty cell leaves the member to its default.
      if (!isText && cell.trim() === '') continue;
      const written = isText || isJson(cell) ? cell : withDecimalPoint(cell, format, types);
      if (!isText && !isJson(written)) {
        return {
          format,
          inputs: [],
          problem: `Line ${line}: "${key}" must be JSON of the type ${types.join(' or ')}.`,
        };
      }
      members.push(`${JSON.stringify(key)}: ${isText ? JSON.stringify(cell) : written.trim()}`);
    }
    inputs.push(`{${members.join(', ')}}`);
  }
  return { format, inputs, problem: null };
}

/** Spreadsheets separate by semicolons where the comma is the decimal sign: `1,5`. */
function withDecimalPoint(cell: string, format: TableFormat, types: readonly string[]): string {
  const isDecimal = format === 'CSV with semicolons' && types.includes('number');
  return isDecimal ? cell.replace(/^\s*(-?\d+),(\d+)\s*$/, '$1.$2') : cell;
}

interface Cell {
  readonly text: string;
  /** The line that its row begins on, from 1. */
  readonly line: number;
}

interface ReadTable {
  readonly format: TableFormat;
  readonly rows: readonly (readonly Cell[])[];
  readonly problem: string | null;
}

const separators: readonly (readonly [string, TableFormat])[] = [
  ['\t', 'tab-separated'],
  [',', 'CSV'],
  [';', 'CSV with semicolons'],
];

/**
 * Reads the cells of a table. It is separated by what its header has outside of quotes; if that has several, by the first
 * that gives all rows as many cells. A first line `sep=;`, which spreadsheets write and hide, decides.
 */
function readTable(text: string): ReadTable {
  const stated = /^sep=([\t,;])(?:\r\n|\n|\r)/.exec(text);
  const start = stated?.[0].length ?? 0;
  const [header] = /^(?:"[^"]*"|[^"\r\n])*/.exec(text.slice(start)) ?? [''];
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const candidates = separators.filter(([separator]) =>
    stated === null ? bare.includes(separator) : separator === stated[1],
  );
  let first: ReadTable | null = null;
  for (const [separator, format] of candidates.length === 0 ? separators.slice(1, 2) : candidates) {
    const table = { format, ...readCells(text, start, separator) };
    const width = table.rows[0]?.length ?? 0;
    if (table.problem === null && table.rows.every((row) => row.length === width)) return table;
    first ??= table;
  }
  return first ?? { format: 'CSV', rows: [], problem: null };
}

/** Cells of a table (RFC 4180): quoted ones may hold separators, line ends and doubled quotes. */
function readCells(
  text: string,
  start: number,
  separator: string,
): { readonly rows: readonly (readonly Cell[])[]; readonly problem: string | null } {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let line = start === 0 ? 1 : 2;
  let rowLine = line;
  let index = start;
  const endRow = (): void => {
    // A blank line is no row.
    if (row.length > 1 || row[0]?.text !== '') rows.push(row);
    row = [];
  };
  for (;;) {
    let cell = '';
    if (text.charAt(index) === '"') {
      const end = quoteEnd(text, index + 1);
      if (end < 0) return { rows: [], problem: `Line ${line}: a quote is not closed.` };
      cell = text.slice(index + 1, end).replaceAll('""', '"');
      line += cell.split(/\r\n|\n|\r/).length - 1;
      index = end + 1;
    } else {
      const from = index;
      while (index < text.length && !/[\r\n]/.test(text.charAt(index)) && text.charAt(index) !== separator)
        index += 1;
      cell = text.slice(from, index);
    }
    row.push({ text: cell, line: rowLine });
    const next = text.charAt(index);
    if (next === separator) {
      index += 1;
      continue;
    }
    if (next !== '' && !/[\r\n]/.test(next)) {
      return { rows: [], problem: `Line ${line}: there is text after a closing quote.` };
    }
    endRow();
    if (next === '') return { rows, problem: null };
    index += text.startsWith('\r\n', index) ? 2 : 1;
    line += 1;
    rowLine = line;
  }
}

/** Where a quoted cell ends; -1 if it does not. */
function quoteEnd(text: string, from: number): number {
  for (let index = text.indexOf('"', from); index >= 0; index = text.indexOf('"', index + 2)) {
    if (text.charAt(index + 1) !== '"') return index;
  }
  return -1;
}

/** The types that an input schema declares for its members. Where it says nothing, a cell is text. */
export function columnTypes(inputSchemaText: string | null): TypesOf {
  const schema = readSchema(inputSchemaText);
  const members = schema?.kind === 'object' ? schema.members : [];
  return (key) => {
    const field = members.find((member) => member.key === key)?.field();
    return field === undefined ? [] : isTextField(field) ? ['string'] : [fieldKindLabel(field)];
  };
}

function isTextField(field: SchemaField): boolean {
  if (field.kind === 'choice') return field.options.some((option) => isTextField(option.field));
  if (field.kind === 'enum') return field.texts.some((text) => text.startsWith('"'));
  return field.kind === 'string' || field.kind === 'any';
}

export interface DecodedTable {
  readonly text: string;
  readonly encoding: 'UTF-16' | 'Windows-1252' | null;
}

/** Decodes a file of a spreadsheet: UTF-8, UTF-16 with a byte order mark, or what Excel writes in Western Europe. */
export function decodeTable(bytes: Uint8Array): DecodedTable {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (first === 0xfe && second === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: null };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
