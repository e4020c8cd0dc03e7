import { JsonSyntaxError, parseTree } from 'exact-json';
import { maxInputRows, maxInputRowLength } from '../../shared/model/experiment.ts';
import { readSchema } from '../ui/schema/read-schema.ts';
import { isJson } from '../../shared/parse-json.ts';
import { readTable, type TableFormat } from '../../shared/inputs/read-table.ts';
import { fieldKindLabel, type SchemaField } from '../ui/schema/schema-field.ts';

// A pasted table as inputs, or why it is none. `format`: what it was taken for.
export interface ParsedTable {
  readonly format: 'JSON list' | 'JSON lines' | TableFormat | null;
  // JSON texts, as written where they were JSON.
  readonly inputs: readonly string[];
  readonly problem: string | null;
}

// The JSON types that a graph's input schema declares for a member; empty if unknown.
export type TypesOf = (key: string) => readonly string[];

const none: ParsedTable = { format: null, inputs: [], problem: null };

// Reads a list of inputs from a JSON list, from JSON lines, or from a table with a header. A cell is a string,
// unless the schema declares another type for its column: then it is JSON.
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
    (others.length === 0 ? 'The table has a header but no rows.' : null);
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
          problem: `Line ${line}: "${key}" must be JSON of type ${types.join(' or ')}.`,
        };
      }
      members.push(`${JSON.stringify(key)}: ${isText ? JSON.stringify(cell) : written.trim()}`);
    }
    inputs.push(`{${members.join(', ')}}`);
  }
  return { format, inputs, problem: null };
}

// Spreadsheets separate by semicolons where the comma is the decimal sign: `1,5`.
function withDecimalPoint(cell: string, format: TableFormat, types: readonly string[]): string {
  const isDecimal = format === 'CSV with semicolons' && types.includes('number');
  return isDecimal ? cell.replace(/^\s*(-?\d+),(\d+)\s*$/, '$1.$2') : cell;
}

// The types that an input schema declares for its members. Where it says nothing, a cell is text.
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
