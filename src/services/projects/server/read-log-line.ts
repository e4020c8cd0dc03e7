import { z } from 'zod';
import type { LogLevel } from '../../../shared/model/local-server.ts';
import { escapeControls } from '../../logging/escape-controls.ts';

export type ServerEvent = 'listening' | 'reloading';

export interface LogReading {
  // The line as shown: none for noise, several for a stack.
  readonly texts: readonly string[];
  readonly level: LogLevel | null;
  readonly event: ServerEvent | null;
}

// winston of langgraph-api (JavaScript) and structlog (Python), both with `LOG_JSON=true`.
const Logged = z.looseObject({ level: z.string(), event: z.string() });

const levels: Readonly<Record<string, LogLevel>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  warning: 'warning',
  error: 'error',
  critical: 'error',
};

// Members of a log entry that repeat the line or say the same in each.
const noise = new Set([
  'level',
  'event',
  'timestamp',
  'message',
  'stack',
  'logger',
  'api_variant',
  'langgraph_api_version',
  'thread_name',
]);

// As measured (docs/protocol.md, The development server of a project).
const events: readonly (readonly [ServerEvent, RegExp])[] = [
  ['listening', /Server running at \S+:\d+|Uvicorn running on http|Application startup complete/],
  [
    'reloading',
    /\[tsx\] .*Restarting|Detected changes in .*restarting server|WatchFiles detected changes in/,
  ],
];

// Reads a line of a development server. Colours are dropped; other control characters are escaped. The
// further lines of a stack start with a bar, so that text inside an error can't pass for a log line.
export function readLogLine(raw: string): LogReading {
  const logged = parseLogged(raw);
  const text = withoutAnsi(logged?.event ?? raw);
  const event = events.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  if (!logged) {
    return { texts: text.trim() === '' ? [] : [escapeControls(text)], level: levelOf(text), event };
  }
  // Incoming requests: the line about the response says the same and more.
  if (text.startsWith('<--')) return { texts: [], level: null, event: null };
  const level = isRoutineRequest(text) ? 'debug' : (levels[logged.level.toLowerCase()] ?? null);
  const [first = '', ...more] = text.split('\n');
  const facts = Object.entries(logged).filter(([name]) => !noise.has(name) && !name.endsWith('_at'));
  const tail = facts.map(([name, value]) => ` ${name}=${formatValue(value)}`).join('');
  return {
    texts: [escapeControls(first + tail), ...stackLines(more)],
    level,
    event,
  };
}

// The further lines of an entry, each after a bar.
export function stackLines(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== '').map((line) => `  | ${escapeControls(line)}`);
}

// A request that succeeded: the studio alone sends several a minute.
function isRoutineRequest(text: string): boolean {
  return /^(?:--> )?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+ [123]\d\d\b/.test(text);
}

// Colours, cursor movements and window titles (ECMA-48 CSI and OSC sequences), as far as they are whole.
function withoutAnsi(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g, '');
}

// The level of a line of plain text, as structlog and uvicorn write it, or Node and Python their errors.
function levelOf(text: string): LogLevel | null {
  const named = /\[(debug|info|warning|error|critical) *\]|^(DEBUG|INFO|WARNING|ERROR|CRITICAL):/.exec(text);
  const level = named?.[1] ?? named?.[2];
  if (level !== undefined) return levels[level.toLowerCase()] ?? null;
  return /^(Traceback \(most recent call last\)|(\w+\.)*\w*(Error|Exception)\b)/.test(text) ? 'error' : null;
}

// An entry of the server's logger; `null` for a line of plain text.
export function parseLogged(raw: string): z.output<typeof Logged> | null {
  if (!raw.startsWith('{')) return null;
  try {
    return Logged.safeParse(JSON.parse(raw)).data ?? null;
  } catch {
    return null;
  }
}

function formatValue(value: unknown): string {
  return withoutAnsi(typeof value === 'string' ? value : JSON.stringify(value));
}
