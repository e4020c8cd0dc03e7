import { printableJson, toJson } from './json-document.ts';
import { renderText, showsColors, type PrintableText } from './styled-text.ts';

/** Where a command writes. Everything may hold text of servers, so all of it is made safe for terminals. */
export interface Terminal {
  /** A line on the standard output, for people. */
  print(text: PrintableText): void;
  /** The same without a line end, for text that arrives in pieces. */
  printPart(text: PrintableText): void;
  printJson(value: unknown): void;
  printJsonText(text: string): void;
  /** Text of a format that has escaped everything itself (Mermaid, SVG, completion scripts). */
  printEscaped(text: string): void;
  /** A line on the standard error: what happens, and what went wrong. */
  note(text: PrintableText): void;
  /** A value as one line of JSON on the standard error. */
  noteJson(value: unknown): void;
  /** Takes known secrets out of everything that follows, even if a server repeats them: logs of scripts are kept. */
  scrubWith(scrub: (text: string) => string): void;
}

/** A stream of the process, or what a test has instead. */
export type OutputStream = Pick<NodeJS.WriteStream, 'write'> &
  Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

export function createTerminal(
  out: OutputStream,
  err: OutputStream,
  env: Readonly<Record<string, string | undefined>>,
): Terminal {
  let scrub = (text: string): string => text;
  const write = (stream: OutputStream, text: string): void => {
    stream.write(scrub(text));
  };
  const [outColors, errColors] = [showsColors(out, env), showsColors(err, env)];
  return {
    print: (text) => write(out, `${renderText(text, outColors, '\n\t')}\n`),
    printPart: (text) => write(out, renderText(text, outColors, '\n\t')),
    printJson: (value) => write(out, `${printableJson(toJson(value))}\n`),
    printJsonText: (text) => write(out, `${printableJson(text)}\n`),
    printEscaped: (text) => write(out, text.endsWith('\n') ? text : `${text}\n`),
    note: (text) => write(err, `${renderText(text, errColors, '\n')}\n`),
    noteJson: (value) => write(err, `${printableJson(toJson(value))}\n`),
    scrubWith(next) {
      scrub = next;
    },
  };
}
