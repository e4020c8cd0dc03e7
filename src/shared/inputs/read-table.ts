export type TableFormat = 'CSV' | 'CSV with semicolons' | 'tab-separated';

export interface Cell {
  readonly text: string;
  /** The line that its row begins on, from 1. */
  readonly line: number;
}

export interface ParsedTable {
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
 * Reads the cells of a table. The separator is the one that the header has outside of quotes; of several, the first
 * that gives all rows the same number of cells. A first line `sep=;`, which spreadsheets write and hide, decides.
 */
export function readTable(text: string): ParsedTable {
  const stated = /^sep=([\t,;])(?:\r\n|\n|\r)/.exec(text);
  const start = stated?.[0].length ?? 0;
  const [header] = /^(?:"[^"]*"|[^"\r\n])*/.exec(text.slice(start)) ?? [''];
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const candidates = separators.filter(([separator]) =>
    stated === null ? bare.includes(separator) : separator === stated[1],
  );
  let first: ParsedTable | null = null;
  for (const [separator, format] of candidates.length === 0 ? separators.slice(1, 2) : candidates) {
    const table = { format, ...readCells(text, start, separator) };
    const width = table.rows[0]?.length ?? 0;
    if (table.problem === null && table.rows.every((row) => row.length === width)) return table;
    first ??= table;
  }
  return first ?? { format: 'CSV', rows: [], problem: null };
}

// Cells of a table (RFC 4180): quoted ones may hold separators, line ends and doubled quotes.
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

// Where a quoted cell ends; -1 if it does not.
function quoteEnd(text: string, from: number): number {
  for (let index = text.indexOf('"', from); index >= 0; index = text.indexOf('"', index + 2)) {
    if (text.charAt(index + 1) !== '"') return index;
  }
  return -1;
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
