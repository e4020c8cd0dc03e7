import { escapeControls } from '../../services/logging/escape-controls.ts';
import { printableJson, toJson } from './json-document.ts';

/** Where a command writes. Everything may hold text of servers, so all of it is made safe for terminals. */
export interface Terminal {
  /** A line on the standard output, for people. */
  print(text: string): void;
  /** The same without a line end, for text that arrives in pieces. */
  printPart(text: string): void;
  /** A value as one line of JSON on the standard output. */
  printJson(value: unknown): void;
  /** JSON text on the standard output, as it is formatted. */
  printJsonText(text: string): void;
  /** Text of a format that has escaped everything itself (Mermaid, SVG, completion scripts). */
  printEscaped(text: string): void;
  /** A line on the standard error: what happens, and what went wrong. */
  note(text: string): void;
  /** A value as one line of JSON on the standard error. */
  noteJson(value: unknown): void;
}

type Writable = Pick<NodeJS.WriteStream, 'write'>;

export function createTerminal(out: Writable, err: Writable): Terminal {
  return {
    print: (text) => void out.write(`${escapeControls(text, '\n\t')}\n`),
    printPart: (text) => void out.write(escapeControls(text, '\n\t')),
    printJson: (value) => void out.write(`${printableJson(toJson(value))}\n`),
    printJsonText: (text) => void out.write(`${printableJson(text)}\n`),
    printEscaped: (text) => void out.write(text.endsWith('\n') ? text : `${text}\n`),
    note: (text) => void err.write(`${escapeControls(text, '\n')}\n`),
    noteJson: (value) => void err.write(`${printableJson(toJson(value))}\n`),
  };
}

/** Rows with aligned columns, the last one of any length. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries())
      widths[at] = Math.max(widths[at] ?? 0, escapeControls(cell).length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, at) =>
          at === row.length - 1 ? escapeControls(cell) : escapeControls(cell).padEnd(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
