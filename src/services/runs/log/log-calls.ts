import { AppError } from '../../../shared/app-error.ts';
import type { StreamsOf, StudioHandlers } from '../../../shared/contract.ts';
import { beforeAbort } from '../../common/abortable.ts';
import type { BreakpointStore } from '../breakpoint-store.ts';
import type { RunReader } from './run-reader.ts';
import { tailLog } from './tail-log.ts';
import { createRunTokenCounts } from './run-tokens.ts';
import { truncateOversized } from './block-builder.ts';
import type { RunLogs } from './run-logs.ts';

export type RunLogCalls = Pick<
  StudioHandlers['calls'],
  'runs.join' | 'runs.frames' | 'runs.tokens' | 'runs.logpoints' | 'runs.pinWrites'
>;

interface RunLogCallsOptions {
  readonly logs: RunLogs;
  readonly read: RunReader;
  readonly breakpointStore: BreakpointStore;
}

export function createRunLogCalls({ logs, read, breakpointStore }: RunLogCallsOptions): RunLogCalls {
  const tokenCounts = createRunTokenCounts();
  return {
    'runs.join': async (runRef) => {
      await read(runRef, true);
      return {};
    },
    async 'runs.frames'({ log: id, from, to, ...runRef }) {
      const log = logs.cache.get(runRef);
      if (!log || log.id !== id || from >= Math.min(to, log.length)) throw noLog();
      const release = logs.cache.retain(log);
      try {
        return truncateOversized(await log.read(from, to));
      } finally {
        release();
      }
    },
    async 'runs.tokens'({ connectionId, threadId, runIds }, signal) {
      await logs.refresh();
      return tokenCounts.of(runIds, (runId) => logs.openStored({ connectionId, threadId, runId }), signal);
    },
    async 'runs.logpoints'({ clear, ...thread }) {
      if (clear) await breakpointStore.clearLog(thread);
      return breakpointStore.log(thread);
    },
    'runs.pinWrites': async (thread) => [...(await breakpointStore.pinWrites(thread))],
  };
}

export type RunStreams = StreamsOf<'runs'>;

export function createRunStreams({ logs, read }: Pick<RunLogCallsOptions, 'logs' | 'read'>): RunStreams {
  return {
    async *'runs.follow'({ held, ...runRef }, signal) {
      // A server that is away may keep it waiting; others that follow the run still get it.
      const log = await beforeAbort(read(runRef), signal);
      if (log === null) return;
      const release = logs.cache.retain(log);
      try {
        yield* tailLog(log, signal, held);
      } finally {
        release();
      }
    },
  };
}

function noLog(): AppError {
  return new AppError('not-found', 'These events are no longer stored.', {
    hint: 'Reopen the run to load them again.',
  });
}
