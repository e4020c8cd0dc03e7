import { arch, release } from 'node:os';
import type { CallsOf } from '../shared/contract.ts';
import type { ConnectionsSnapshot } from '../shared/model/connection.ts';
import type { ThreadRecord } from '../shared/model/thread-record.ts';
import type { ServerFacts } from '../shared/model/server-facts.ts';
import type { WindowFailure } from '../shared/model/window-failure.ts';
import { toWireError } from '../shared/wire-error.ts';
import { abortAfter } from './common/abort-after.ts';
import type { Platform } from './common/platform.ts';
import type { RequestLog } from './logging/create-request-log.ts';
import type { LogLimits, LogRingBuffer } from './logging/log-ring-buffer.ts';
import type { Scrubber } from './logging/scrubber.ts';
import { hostsOf } from './scrubbing/hide-hosts.ts';
import { createValueScrubber, kindCounts } from './scrubbing/value-scrubber.ts';
import type { ReportedThread } from './bug-report-lines.ts';
import { writeReport } from './write-bug-report.ts';

interface BugReports {
  readonly calls: CallsOf<'bugReport'>;
}

interface BugReportOptions {
  readonly platform: Pick<Platform, 'host' | 'version' | 'os'>;
  readonly scrubber: Pick<Scrubber, 'scrub'>;
  readonly requestLog: Pick<RequestLog, 'snapshot' | 'response'>;
  readonly log: Pick<LogRingBuffer, 'after'>;
  readonly servers: (signal: AbortSignal) => Promise<ConnectionsSnapshot | null>;
  readonly factsOf: (connectionId: string, signal: AbortSignal) => Promise<ServerFacts>;
  readonly lastFailure: () => Promise<WindowFailure | null>;
  readonly recordOf: (
    thread: { readonly connectionId: string; readonly threadId: string },
    signal: AbortSignal,
  ) => Promise<ThreadRecord>;
}

// Short, because a report is wanted most when the server does not answer.
const recordTimeoutMs = 5000;

const maxRequests = 200;
// How much of the studio's log a report includes.
export const reportLogLimits: LogLimits = { lines: 500, length: 262_144, lineLength: 2_000 };

// Writes reports of faults for others: facts of the environment, without secrets. A report is only a text,
// which the user reads before it is saved; the studio never sends it.
export function createBugReports(options: BugReportOptions): BugReports {
  const { platform, scrubber, requestLog, servers, factsOf, recordOf, lastFailure, log } = options;
  const readThread = async (
    connectionId: string,
    threadId: string,
    signal: AbortSignal,
  ): Promise<ReportedThread> => {
    try {
      const limit = abortAfter(recordTimeoutMs, signal);
      return { threadId, record: await recordOf({ connectionId, threadId }, limit), problem: null };
    } catch (error) {
      signal.throwIfAborted();
      return { threadId, record: null, problem: toWireError(error).message };
    }
  };
  return {
    calls: {
      'bugReport.create': async ({ connectionId, threadId, hideHosts, window }, signal) => {
        const snapshot = await servers(signal);
        const connection = snapshot?.connections.find(({ id }) => id === connectionId);
        const facts = connection ? await factsOf(connection.id, signal).catch(() => null) : null;
        const health = snapshot?.health.find((one) => one.connectionId === connectionId) ?? null;
        const { entries } = requestLog.snapshot();
        const hosts = (snapshot?.connections ?? []).flatMap(({ url }) => hostsOf(url));
        const values = createValueScrubber({ scrubber, likely: true, hosts: hideHosts ? hosts : null });
        const report = writeReport(
          {
            environment: environmentOf(platform),
            window: window.map(({ name, value }) => [name, value] as const),
            failure: await lastFailure(),
            server: connection ? { connection, health, facts } : null,
            thread:
              connection && threadId !== null ? await readThread(connection.id, threadId, signal) : null,
            requests: entries
              .slice(0, maxRequests)
              .map((entry) => ({ ...entry, response: requestLog.response(entry.id) })),
            log: log.after(-1).map((line) => `${line.at} ${line.text}`),
          },
          (text) => values.text(text),
        );
        const { known, likely, hosts: hidden, kinds } = values.report;
        return { text: report, secrets: known + likely, hosts: hidden, kinds: kindCounts(kinds) };
      },
    },
  };
}

function environmentOf({ host, version, os }: BugReportOptions['platform']): [string, string][] {
  const { node = 'unknown', electron = 'none', chrome = 'none' } = process.versions;
  return [
    ['Studio', version],
    ['Host', host],
    ['System', `${os} ${release()}, ${arch()}`],
    ['Node', node],
    ['Electron', electron],
    ['Chromium', chrome],
    ['Running for', `${Math.round(process.uptime())} s`],
  ];
}
