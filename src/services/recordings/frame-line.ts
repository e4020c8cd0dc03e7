import { JsonSyntaxError, pickMemberTexts } from 'exact-json';
import type { RunFrame } from '../../shared/model/run.ts';

// Long payloads are not parsed to find out whether they are JSON on one line.
const maxCheckedLength = 64 * 2 ** 20;

// Numbers of frames fit 32 bits with their times; see {@link RunFrame}.
const maxMs = 4 * 24 * 3600 * 1000;

// The time of a frame after one at `earlier`, in milliseconds: a file may claim any.
export function timeAfter(atMs: number, earlier: number): number {
  return Math.min(Math.max(atMs, earlier), maxMs);
}

// A frame as a line of NDJSON: `{"at":12.3,"id":"7","event":"values","data":…}`. `data` is the payload as the
// server wrote it; one that is no JSON, or of several lines, is a string in `text` instead. `at`:
// milliseconds since the run's first frame; left out if unknown.
export function formatFrame({ atMs, id, mode, namespace, text }: RunFrame, hasTimes: boolean): string {
  const head = JSON.stringify({
    ...(hasTimes ? { at: atMs } : {}),
    ...(id === null ? {} : { id }),
    event: [mode, ...namespace].join('|'),
  }).slice(0, -1);
  const payload = isOneLineOfJson(text) ? `"data":${text}` : `"text":${JSON.stringify(text)}`;
  return `${head},${payload}}`;
}

function isOneLineOfJson(text: string): boolean {
  if (text.length > maxCheckedLength || text.includes('\n') || text.includes('\r')) return false;
  try {
    JSON.parse(text);
    return text.trim() === text;
  } catch {
    return false;
  }
}

// What this studio writes, so that the payload need not be scanned.
const ownHead =
  /^\{(?:"at":(\d+(?:\.\d+)?),)?(?:"id":("(?:[^"\\]|\\.){0,200}"),)?"event":("(?:[^"\\]|\\.){0,2000}"),"data":/;

// Parses a line; `null` if it is no frame.
export function parseFrame(line: string, seq: number): RunFrame | null {
  const match = ownHead.exec(line);
  try {
    if (match) {
      const [head, at, id, event = '""'] = match;
      const text = line.slice(head.length, -1);
      return frameOf(seq, at, id, event, text);
    }
    const members = pickMemberTexts(line, ['at', 'id', 'event', 'data', 'text']);
    const event = members.get('event');
    const payload = members.get('text');
    const text = payload === undefined ? members.get('data') : parsedString(payload);
    if (event === undefined || text === undefined) return null;
    return frameOf(seq, members.get('at'), members.get('id'), event, text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonSyntaxError) return null;
    throw error;
  }
}

function frameOf(
  seq: number,
  at: string | undefined,
  id: string | undefined,
  event: string,
  text: string,
): RunFrame | null {
  const [mode = '', ...namespace] = parsedString(event).split('|');
  const atMs = at === undefined ? 0 : Number(at);
  if (!Number.isFinite(atMs) || atMs < 0) return null;
  return { seq, atMs, id: id === undefined ? null : parsedString(id), mode, namespace, text };
}

function parsedString(text: string): string {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'string') throw new SyntaxError('Not a string.');
  return value;
}
