import type { GraphClient, RunStream } from 'remote-graph-client/client';
import { isActive } from '../../shared/model/is-active.ts';
import { AppError } from '../../shared/app-error.ts';
import { createServerTimes, timedChannels, type ServerTimes } from './log/server-times.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import type { RunRef } from './log/run-log-cache.ts';
import { isResumableRecord } from './run-record-mapper.ts';
import { toRunStatus } from './run-mapper.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

// - `late`: Earlier events are missing; `null` if only the first event will tell.
// - `createdAt`: The server's creation time of the run, ISO 8601; `null` if the run has ended or the time is unknown.
interface ForeignRun {
  readonly stream: RunStream;
  readonly late: boolean | null;
  readonly createdAt: string | null;
  readonly serverTimes: ServerTimes;
}

/**
 * Attaches to a run that this studio does not read yet. A resumable run is read from its first event, even
 * after its end. Others are left alone, because on the JavaScript server a second reader takes events away
 * from the first, unless `take`: then an active run is read from the first event that the server
 * still has. `currentClient`: the connection's client, which changes with its address, key or
 * trust.
 */
export async function attachRun(
  client: GraphClient,
  runRef: RunRef,
  take: boolean,
  currentClient: () => Promise<GraphClient>,
): Promise<ForeignRun> {
  const { threadId, runId } = runRef;
  if (threadId === null) {
    throw new AppError('stream-unavailable', 'The events of this run are no longer stored.', {
      hint: 'A run without a thread leaves no record on the server.',
    });
  }
  const run = await client.runs.get(threadId, runId, { purpose: 'runs.follow' });
  const status = toRunStatus(run);
  const resumable = isResumableRecord(run);
  // An unknown flag is no refusal: a server that stores events returns them from the first one.
  if (resumable !== false || (take && isActive(status))) {
    const from = resumable === false ? {} : { lastEventId: '-1' };
    const options = { purpose: 'runs.follow', currentClient };
    const stream = client.runs.joinStream(threadId, runId, from, options);
    stream.end.catch(() => undefined);
    await stream.runId;
    const createdAt = nonEmptyStringOrNull(recordOrEmpty(run)['created_at']);
    const createdMs = Date.parse(createdAt ?? '');
    const serverTimes = createServerTimes({
      createdMs: Number.isNaN(createdMs) ? null : createdMs,
      // The JavaScript server fixes how a thread's events are sent when they are first asked for, so that asking for those of
      // an ended run may keep them from an application that connects later.
      openEvents: isActive(status)
        ? (signal) =>
            client.threads.events(threadId, { channels: timedChannels }, { signal, purpose: 'runs.follow' })
        : null,
    });
    return {
      stream,
      late: resumable === null ? null : !resumable,
      createdAt: isActive(status) ? createdAt : null,
      serverTimes,
    };
  }
  throw new AppError(
    'stream-unavailable',
    isActive(status)
      ? 'This run was not started as resumable: joining it would take its events away from its current reader.'
      : 'This run was not started as resumable, so its events were not saved.',
    { hint: 'See the state and history of the thread for its results.', details: { status } },
  );
}
