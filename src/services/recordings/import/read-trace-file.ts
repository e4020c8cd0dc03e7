import { isNestedDeeperThan } from 'exact-json';
import { AppError } from '../../../shared/app-error.ts';
import { importLimits, type ImportedSpan } from './imported-span.ts';
import { isLangSmithRun, readLangSmithRun } from './read-langsmith-runs.ts';
import { isOtlp, readOtlp } from './read-otlp.ts';
import { isRecord } from '../../../shared/narrow.ts';
import { parseJson } from '../../../shared/parse-json.ts';

export interface TraceFile {
  readonly tool: 'LangSmith' | 'OpenTelemetry';
  readonly spans: readonly ImportedSpan[];
  /** Entries that are no span or run. */
  readonly unreadable: number;
}

/**
 * Reads an export of another tool: OTLP JSON, or runs of LangSmith, as one document, a list, or one per line. Throws an
 * `AppError` (`invalid-input`) for anything else, and for more than the limits.
 */
export function readTraceFile(text: string): TraceFile {
  if (text.length > importLimits.bytes) throw fileTooLarge();
  const spans: ImportedSpan[] = [];
  let unreadable = 0;
  let tool: TraceFile['tool'] | null = null;
  for (const value of documentsOf(text.replace(/^\uFEFF/, ''))) {
    if (isOtlp(value)) {
      tool ??= 'OpenTelemetry';
      for (const span of readOtlp(value, () => (unreadable += 1))) spans.push(span);
    } else if (isLangSmithRun(value)) {
      tool ??= 'LangSmith';
      const span = readLangSmithRun(value);
      if (span !== null) spans.push(span);
    } else unreadable += 1;
    if (spans.length > importLimits.spans)
      throw tooMuch(`more than ${importLimits.spans.toLocaleString('en')} spans`);
  }
  if (tool === null || spans.length === 0)
    throw new AppError('invalid-input', 'This file has no traces that the studio can read.', {
      hint: 'It reads OTLP JSON, and runs exported from LangSmith as JSON or JSON lines.',
    });
  return { tool, spans: uniqueSpans(spans), unreadable };
}

// The same span may have been exported twice; the last one counts.
function uniqueSpans(spans: readonly ImportedSpan[]): ImportedSpan[] {
  return [...new Map(spans.map((span) => [`${span.traceId} ${span.id}`, span])).values()];
}

function* documentsOf(text: string): Generator<unknown> {
  const whole = parseBounded(text);
  if (whole !== undefined) {
    // `{"runs": […]}`, as the API answers.
    const runs = isRecord(whole) && Array.isArray(whole['runs']) ? whole['runs'] : whole;
    if (Array.isArray(runs)) for (const each of runs) yield* flattened(each, 0);
    else yield* flattened(runs, 0);
    return;
  }
  for (const line of text.split('\n')) if (line.trim() !== '') yield* flattened(parseBounded(line), 0);
}

// LangSmith's SDK nests runs in `child_runs`.
function* flattened(value: unknown, depth: number): Generator<unknown> {
  yield value;
  if (depth >= importLimits.depth || !isRecord(value) || !Array.isArray(value['child_runs'])) return;
  for (const child of value['child_runs']) yield* flattened(child, depth + 1);
}

const maxJsonDepth = 500;

function parseBounded(text: string): unknown {
  return isNestedDeeperThan(text, maxJsonDepth) ? undefined : parseJson(text);
}

export function fileTooLarge(): AppError {
  return tooMuch(`more than ${importLimits.bytes / 2 ** 20} MB`);
}

function tooMuch(what: string): AppError {
  return new AppError('invalid-input', `This file has ${what}, which is the limit.`, {
    hint: 'Export fewer runs.',
  });
}
