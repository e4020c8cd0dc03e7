import { styleText } from 'node:util';
import { escapeControls } from '../../services/logging/escape-controls.ts';

const formats = {
  heading: 'bold',
  quiet: 'dim',
  name: 'cyan',
  good: 'green',
  waiting: 'yellow',
  active: 'blue',
  bad: 'red',
} as const;
export type TextStyle = keyof typeof formats;

/** A text and its colour on a terminal. Text of a server can't bring colours of its own: those are escaped. */
export class StyledText {
  readonly style: TextStyle;
  readonly text: string;

  constructor(style: TextStyle, text: string) {
    this.style = style;
    this.text = text;
  }
}

export type TextPart = string | StyledText;
export type PrintableText = TextPart | readonly TextPart[];

// Everything that a terminal may act upon is escaped. `keep`: line ends and tabs that stay.
export function renderText(text: PrintableText, hasColors: boolean, keep: string): string {
  return partsOf(text)
    .map((part) => {
      if (typeof part === 'string') return escapeControls(part, keep);
      const escaped = escapeControls(part.text, keep);
      return hasColors && escaped !== ''
        ? styleText(formats[part.style], escaped, { validateStream: false })
        : escaped;
    })
    .join('');
}

export function partsOf(text: PrintableText): readonly TextPart[] {
  return Array.isArray(text) ? (text as readonly TextPart[]) : [text as TextPart];
}

interface OutputStream {
  readonly isTTY?: boolean;
}

// Whether a stream shows colours: a terminal does, unless its user or its kind says otherwise (https://no-color.org).
export function showsColors(
  stream: OutputStream,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return !['0', 'false'].includes(forced);
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

// The style of a status of a thread or run, an outcome, or a state of a connection.
const styleByStatus: Readonly<Record<string, TextStyle>> = {
  idle: 'quiet',
  busy: 'active',
  running: 'active',
  pending: 'active',
  queued: 'active',
  interrupted: 'waiting',
  paused: 'waiting',
  error: 'bad',
  failed: 'bad',
  timeout: 'bad',
  'timed-out': 'bad',
  lost: 'bad',
  cancelled: 'waiting',
  stopped: 'waiting',
  finished: 'good',
  success: 'good',
  passed: 'good',
  connected: 'good',
  unreachable: 'bad',
  offline: 'bad',
  'wrong-server': 'bad',
  'needs-key': 'waiting',
};

/** A status in its style. `text`: what is written instead of it. */
export function statusText(status: string, text = status): TextPart {
  const style = Object.hasOwn(styleByStatus, status) ? styleByStatus[status] : undefined;
  return style === undefined ? text : new StyledText(style, text);
}

/** Rows with aligned columns, the last one of any length. */
export function columns(rows: readonly (readonly TextPart[])[]): readonly TextPart[] {
  const lengthOf = (cell: TextPart): number =>
    escapeControls(typeof cell === 'string' ? cell : cell.text).length;
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, lengthOf(cell));
  return rows.flatMap((row, rowIndex) => {
    // Nothing is padded behind the last cell that has a text.
    const last = row.findLastIndex((cell) => lengthOf(cell) > 0);
    const cells = row.slice(0, last + 1).flatMap((cell, index): TextPart[] => {
      const padding = index === last ? '' : ' '.repeat((widths[index] ?? 0) - lengthOf(cell) + 2);
      return [singleLine(cell), padding];
    });
    return [...(rowIndex === 0 ? [] : ['\n']), ...cells];
  });
}

// A cell's own line ends are shown, so that it stays in its row.
function singleLine(cell: TextPart): TextPart {
  return typeof cell === 'string'
    ? escapeControls(cell)
    : new StyledText(cell.style, escapeControls(cell.text));
}
