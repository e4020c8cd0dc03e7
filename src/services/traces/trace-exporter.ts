import { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { RecordedRun, ThreadRecord } from '../../shared/model/thread-record.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import type { Platform } from '../common/platform.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import { createHttpTransport } from '../network/http-transport.ts';
import type { SpanBatch } from './encode-spans.ts';
import type { EncodedRuns, RunsOfOneThread } from './live-traces.ts';
import type { OtlpHeader, OtlpTarget } from './otlp-target.ts';
import type { SendLimits, SendReport } from './send-spans.ts';
import type { TraceAccess } from './trace-settings.ts';
import type { TraceSpan } from './trace-span.ts';

export interface TraceExport {
  readonly connectionId: string;
  readonly threadId: string;
  /** `null`: all runs of the thread. */
  readonly runId: string | null;
  /** Of a receiver of OTLP over HTTP. */
  readonly url: string;
  /** It is that of traces, and nothing is added to it. */
  readonly isExactUrl?: boolean;
  readonly headers: readonly OtlpHeader[];
  /** For one request, in milliseconds; `null` for the default. */
  readonly timeoutMs?: number | null;
  /** The name of the service whose spans they are; `null`: that of the server. */
  readonly service: string | null;
  /** Also what went in and out, without what looks like a secret. */
  readonly withContent: boolean;
}

export interface TraceExportReport extends SendReport {
  readonly url: string;
  readonly service: string;
  readonly traces: readonly { readonly runId: string; readonly traceId: string; readonly spans: number }[];
  /** Runs that were left out: active ones, and those of whose time nothing is known. */
  readonly active: readonly string[];
  readonly timeless: readonly string[];
  /** Executions that were left out, because it is not known of which run they are. */
  readonly unplaced: number;
}

interface TraceExporterOptions {
  readonly platform: Pick<Platform, 'proxyFor' | 'version'>;
  readonly clients: ServerClients;
  readonly scrubber: Scrubber;
  readonly readRecord: StudioHandlers['calls']['threads.readRecord'];
  /** Throws `not-found`. */
  readonly serverName: (connectionId: string) => Promise<string>;
}

interface EncodedSpans {
  readonly service: string;
  readonly batches: Iterable<SpanBatch>;
}

/** Makes spans of what ran, and requests of them. All throw an `AppError`. */
export interface TraceExporter {
  /** What was sent before it failed may have arrived. */
  send(request: TraceExport, signal: AbortSignal): Promise<TraceExportReport>;
  encodeRuns(runs: RunsOfOneThread, access: TraceAccess, signal: AbortSignal): Promise<EncodedRuns>;
  /** `service: null`: the name of the server. */
  encode(connectionId: string, service: string | null, spans: readonly TraceSpan[]): Promise<EncodedSpans>;
  post(
    target: OtlpTarget,
    batches: Iterable<SpanBatch>,
    signal: AbortSignal,
    limits?: Partial<SendLimits>,
  ): Promise<SendReport>;
}

export function createTraceExporter(options: TraceExporterOptions): TraceExporter {
  const { platform, clients, scrubber, readRecord, serverName } = options;

  const read = async (
    connectionId: string,
    record: ThreadRecord,
    runs: readonly RecordedRun[],
    withContent: boolean,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly TraceSpan[]>> => {
    const { readSpans } = await import('./read-spans.ts');
    return withServerClient(clients, connectionId, (client) =>
      readSpans({ client, scrubber, withContent, signal }, record, runs),
    );
  };

  const encode = async (
    connectionId: string,
    service: string | null,
    spans: readonly TraceSpan[],
  ): Promise<{ readonly service: string; readonly batches: Iterable<SpanBatch> }> => {
    // The packages are loaded for who uses them.
    const { encodeSpans } = await import('./encode-spans.ts');
    const name = service ?? serviceNameOf(await serverName(connectionId));
    return { service: name, batches: encodeSpans(spans, { service: name, version: platform.version }) };
  };

  const post = async (
    target: OtlpTarget,
    batches: Iterable<SpanBatch>,
    signal: AbortSignal,
    part: Partial<SendLimits> = {},
  ): Promise<SendReport> => {
    const { sendSpans, defaultSendLimits } = await import('./send-spans.ts');
    for (const { value } of target.headers) registerSecret(scrubber, value);
    const report = await withTransport(platform, (fetch) =>
      sendSpans(fetch, target, batches, signal, { ...defaultSendLimits, ...part }),
    );
    // They may repeat a key.
    return { ...report, reasons: report.reasons.map(scrubber.scrub) };
  };

  const send: TraceExporter['send'] = async (
    {
      connectionId,
      threadId,
      runId,
      url,
      isExactUrl = false,
      headers,
      timeoutMs = null,
      service,
      withContent,
    },
    signal,
  ) => {
    const { otlpTarget } = await import('./otlp-target.ts');
    for (const { value } of headers) registerSecret(scrubber, value);
    const target = otlpTarget(url, headers, { isExact: isExactUrl });
    const record = await readRecord({ connectionId, threadId, since: null }, signal);
    const runs = pickRuns(record, runId);
    const ended = runs.filter(hasEnded);
    const spansByRun = await read(connectionId, record, ended, withContent, signal);
    const encoded = await encode(connectionId, service, [...spansByRun.values()].flat());
    const limits = timeoutMs === null ? {} : { requestMs: timeoutMs };
    const report = await post(target, encoded.batches, signal, limits);
    const { executionsWithoutRun } = await import('./execution-spans.ts');
    return {
      ...report,
      url: target.url.href,
      service: encoded.service,
      traces: [...spansByRun].flatMap(([id, spans]) => {
        const [root] = spans;
        return root === undefined ? [] : [{ runId: id, traceId: root.traceId, spans: spans.length }];
      }),
      active: runs.filter((run) => !ended.includes(run)).map((run) => run.runId),
      timeless: [...spansByRun].flatMap(([id, spans]) => (spans.length === 0 ? id : [])),
      unplaced: runId === null ? executionsWithoutRun(record) : 0,
    };
  };

  const encodeRuns = async (
    { connectionId, threadId, runIds }: RunsOfOneThread,
    { service, withContent }: TraceAccess,
    signal: AbortSignal,
  ): Promise<EncodedRuns> => {
    const record = await readRecord({ connectionId, threadId, since: null }, signal);
    const runs = record.runs.filter((run) => runIds.includes(run.runId));
    const spansByRun = await read(connectionId, record, runs.filter(hasEnded), withContent, signal);
    const encoded = new Map<string, readonly SpanBatch[]>();
    for (const runId of runIds) {
      const run = runs.find((one) => one.runId === runId);
      if (run !== undefined && !hasEnded(run)) continue;
      const spans = spansByRun.get(runId) ?? [];
      encoded.set(runId, [...(await encode(connectionId, service, spans)).batches]);
    }
    return encoded;
  };

  return { send, encodeRuns, encode, post };
}

function hasEnded({ status }: RecordedRun): boolean {
  return status === 'ended' || status === 'unknown';
}

function pickRuns(record: ThreadRecord, runId: string | null): readonly RecordedRun[] {
  if (runId === null) return record.runs;
  const run = record.runs.find((one) => one.runId === runId);
  if (run === undefined) throw new AppError('not-found', `The thread has no run ${runId}.`);
  if (run.status === 'queued' || run.status === 'running') {
    throw new AppError('thread-busy', 'This run has not ended.', { hint: 'Try again once it has.' });
  }
  return [run];
}

const maxNameLength = 200;

// An address that was typed is the name of its server, too.
function serviceNameOf(name: string): string {
  return URL.canParse(name) && /^https?:/i.test(name) ? new URL(name).host : name.slice(0, maxNameLength);
}

// `Bearer …`: what follows is the secret.
function registerSecret(scrubber: Scrubber, value: string): void {
  scrubber.add(value);
  const [, secret] = /^\S+\s+(\S+)$/.exec(value) ?? [];
  if (secret !== undefined) scrubber.add(secret);
}

async function withTransport<T>(
  platform: Pick<Platform, 'proxyFor'>,
  work: (fetch: typeof globalThis.fetch) => Promise<T>,
): Promise<T> {
  const transport = createHttpTransport({
    trust: { caText: null, insecure: false },
    proxyFor: (address) => platform.proxyFor(address),
  });
  try {
    return await work(transport.fetch);
  } finally {
    await transport.close();
  }
}
