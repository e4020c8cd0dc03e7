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
  /** Takes known secrets out of everything that follows, even if a server repeats them: logs of scripts are kept. */
  scrubWith(scrub: (text: string) => string): void;
}

type Writable = Pick<NodeJS.WriteStream, 'write'>;

export function createTerminal(out: Writable, err: Writable): Terminal {
  let scrub = (text: string): string => text;
  const write = (stream: Writable, text: string): void => void stream.write(scrub(text));
  return {
    print: (text) => write(out, `${escapeControls(text, '\n\t')}\n`),
    printPart: (text) => write(out, escapeControls(text, '\n\t')),
    printJson: (value) => write(out, `${printableJson(toJson(value))}\n`),
    printJsonText: (text) => write(out, `${printableJson(text)}\n`),
    printEscaped: (text) => write(out, text.endsWith('\n') ? text : `${text}\n`),
    note: (text) => write(err, `${escapeControls(text, '\n')}\n`),
    noteJson: (value) => write(err, `${printableJson(toJson(value))}\n`),
    scrubWith(next) {
      scrub = next;
    },
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
