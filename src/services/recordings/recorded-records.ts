import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import {
  maxListedRecords,
  type RecordedDeliveries,
  type RecordedRequest,
  type RecordedRequests,
} from '../../shared/model/recorded-records.ts';
import type { RequestEntry, RequestResponse } from '../../shared/model/request-log.ts';
import { RunStatus } from '../../shared/model/run.ts';
import type { WebhookContent, WebhookDelivery } from '../../shared/model/webhook.ts';
import type { LineFile } from './line-file.ts';
import { parseJson } from '../../shared/parse-json.ts';

// Bytes that are read for a list, and of one record; longer ones are not read. The studio's own are far below.
const listBytes = 32 * 2 ** 20;
const recordBytes = 8 * 2 ** 20;
// UTF-16 units of a short text, and of a body: more than the studio keeps of one.
const maxTextLength = 2048;
const maxBodyLength = 512 * 1024;
const maxHeaders = 100;

const text = z.string().transform((value) => value.slice(0, maxTextLength));
const textOrNull = text.nullish().transform((value) => value ?? null);
const numberOrNull = z
  .number()
  .nonnegative()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const body = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const time = z.string().refine((value) => !Number.isNaN(Date.parse(value)));
const headers = z
  .array(z.object({ name: text, value: text }))
  .transform((all) => all.slice(0, maxHeaders))
  .nullish()
  .transform((all) => all ?? null);
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

// A line of `requests.ndjson` (docs/recording-format.md). Members that are not there are unknown.
const RequestLine = z.object({
  at: time,
  method: text,
  path: text,
  purpose: textOrNull,
  status: z
    .int()
    .nullish()
    .catch(null)
    .transform((value) => value ?? null),
  ms: numberOrNull,
  problem: textOrNull,
  request_body: body,
  is_request_body_truncated: flag,
  response_headers: headers,
  response_body: body,
  is_response_body_truncated: flag,
});

const DeliveryLine = z.object({
  received_at: time,
  run_id: textOrNull,
  thread_id: textOrNull,
  claimed_status: textOrNull,
  confirmed_status: RunStatus.nullish()
    .catch(null)
    .transform((value) => value ?? null),
  run_ended_at: time
    .nullish()
    .catch(null)
    .transform((value) => value ?? null),
  count: z.int().positive().catch(1),
  size: z.int().nonnegative().nullish().catch(null),
  content_type: textOrNull,
  headers,
  body,
  is_body_whole: flag,
});

export async function readRecordedRequests(connectionId: string, file: LineFile): Promise<RecordedRequests> {
  const { records, unreadable } = await readLines(file, RequestLine);
  const entries = records.map(({ line, index }) => ({
    ...toEntry(connectionId, line, index),
    requestBody: null,
  }));
  return { entries, total: file.length, unreadable };
}

export async function readRecordedRequest(
  connectionId: string,
  file: LineFile,
  index: number,
): Promise<RecordedRequest> {
  const line = await readLine(file, RequestLine, index);
  const { response_headers: responseHeaders, response_body: sent, is_response_body_truncated: isCut } = line;
  const response: RequestResponse | null =
    responseHeaders === null && sent === null
      ? null
      : { headers: responseHeaders ?? [], body: formatBody(sent), isTruncated: isCut };
  return { entry: toEntry(connectionId, line, index), response };
}

export async function readRecordedDeliveries(
  connectionId: string,
  file: LineFile,
): Promise<RecordedDeliveries> {
  const { records, unreadable } = await readLines(file, DeliveryLine);
  const deliveries = records.map(({ line, index }) => toDelivery(connectionId, line, index));
  return { deliveries, total: file.length, unreadable };
}

export async function readRecordedDelivery(file: LineFile, index: number): Promise<WebhookContent> {
  const line = await readLine(file, DeliveryLine, index);
  const bodyText = formatBody(line.body) ?? '(The recording does not have the body.)';
  return {
    headers: line.headers ?? [],
    bodyText,
    bodyIsJson: parseJson(bodyText) !== undefined,
    bodyIsWhole: line.is_body_whole && bodyText === line.body,
  };
}

// The last lines of a file, newest first, as far as they are listed. What is too long to be read counts as unreadable.
async function readLines<T>(
  file: LineFile,
  schema: z.ZodType<T>,
): Promise<{
  readonly records: readonly { readonly line: T; readonly index: number }[];
  readonly unreadable: number;
}> {
  const records: { line: T; index: number }[] = [];
  let unreadable = 0;
  let bytes = 0;
  const end = Math.max(0, file.length - maxListedRecords);
  for (let index = file.length - 1; index >= end; index -= 1) {
    const isReadable = file.bytesOf(index) <= recordBytes;
    bytes += isReadable ? file.bytesOf(index) : 0;
    if (bytes > listBytes) break;
    // Sequential: together they may be larger than memory.
    const { data } = schema.safeParse(isReadable ? parseJson(await file.line(index)) : null);
    if (data === undefined) unreadable += 1;
    else records.push({ line: data, index });
  }
  return { records, unreadable };
}

async function readLine<T>(file: LineFile, schema: z.ZodType<T>, index: number): Promise<T> {
  const isThere = index < file.length && file.bytesOf(index) <= recordBytes;
  const { data } = schema.safeParse(isThere ? parseJson(await file.line(index)) : null);
  if (data !== undefined) return data;
  throw new AppError('not-found', 'The recording has no such record.');
}

function toEntry(connectionId: string, line: z.infer<typeof RequestLine>, index: number): RequestEntry {
  return {
    id: index + 1,
    at: line.at,
    connectionId,
    purpose: line.purpose ?? '',
    method: line.method,
    path: line.path,
    status: line.status,
    ms: line.ms,
    problem: line.problem,
    requestBody: formatBody(line.request_body),
    isBodyTruncated: line.is_request_body_truncated,
    replay: 'not-a-read',
  };
}

function toDelivery(
  connectionId: string,
  line: z.infer<typeof DeliveryLine>,
  index: number,
): WebhookDelivery {
  return {
    id: `${connectionId}:${index}`,
    seq: index + 1,
    receivedAt: line.received_at,
    connectionId,
    runId: line.run_id,
    threadId: line.thread_id,
    tokenLast4: '',
    claimedStatus: line.claimed_status,
    confirmedStatus: line.confirmed_status,
    // What a window says of a delivery that was not confirmed.
    confirmProblem: line.confirmed_status === null ? 'the recording has no answer of the server' : null,
    count: line.count,
    size: line.size ?? line.body?.length ?? 0,
    contentType: line.content_type,
    runEndedAt: line.run_ended_at,
    forwards: [],
  };
}

function formatBody(bodyText: string | null): string | null {
  if (bodyText === null || bodyText.length <= maxBodyLength) return bodyText;
  const more = (bodyText.length - maxBodyLength).toLocaleString('en');
  return `${bodyText.slice(0, maxBodyLength)}\n(${more} more characters are in the recording.)`;
}
