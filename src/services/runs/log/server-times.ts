import type { FrameBatch, ProtocolEvent } from 'remote-graph-client/client';
import { isRecord } from '../../../shared/narrow.ts';

/**
 * Times of the frames of one run by its server's clock, so that a replay does not look like a run in no time.
 *
 * - `areBounds`: The times are those of checkpoints, between which the frames were sent.
 */
export interface ServerTimes {
  /** A time for each frame of the next batch, as {@link RunLog.append} takes them; `null` if the server sends none. */
  of(batch: FrameBatch): Promise<readonly (number | null)[] | null>;
  readonly areBounds: boolean;
  close(): void;
}

// - `openEvents`: Opens the events of the run's thread, which have times, for a run of the event-streaming protocol
//   whose frames have none. `null` where that must not be done: then its times are those of its checkpoints.
// - `createdMs`: When the server created the run, in milliseconds of its clock; `null` if unknown.
// - `timeoutMs`: How long a frame waits for its event, in milliseconds.
interface ServerTimesOptions {
  readonly openEvents: ((signal: AbortSignal) => AsyncIterable<ProtocolEvent>) | null;
  readonly createdMs: number | null;
  readonly timeoutMs?: number;
}

/** The channels whose events are distinguished by their payload. */
export const timedChannels = ['tasks', 'checkpoints', 'lifecycle', 'messages', 'tools'] as const;

type FindTimes = (batch: FrameBatch) => Promise<readonly (number | null)[] | null>;

/** Reads the times of a run that another client started. Runs of stream modes report none. */
export function createServerTimes({
  openEvents,
  createdMs,
  timeoutMs = 300,
}: ServerTimesOptions): ServerTimes {
  const closed = new AbortController();
  let find: FindTimes | null = null;
  let areBounds = false;
  const choose = (batch: FrameBatch): FindTimes | null => {
    for (let index = 0; index < batch.count; index += 1) {
      if (wholeEventMs(batch, index) !== null) return timesInPayloads;
      if (modeOf(batch, index) !== 'lifecycle') continue;
      areBounds = openEvents === null;
      return openEvents === null
        ? timesOfCheckpoints()
        : timesOfEvents(openEvents(closed.signal), createdMs, timeoutMs);
    }
    return null;
  };
  return {
    async of(batch) {
      find ??= choose(batch);
      return find === null ? null : find(batch);
    },
    get areBounds() {
      return areBounds;
    },
    close: () => closed.abort(),
  };
}

// The Python server sends whole events in the stream of a run.
function timesInPayloads(batch: FrameBatch): Promise<readonly (number | null)[]> {
  return Promise.resolve(indexesOf(batch).map((index) => wholeEventMs(batch, index)));
}

const typeKey = new TextEncoder().encode('"type"');
// JSON, which a server may indent.
const wholeEvent =
  /^\{\s*"type"\s*:\s*"event"\s*,\s*"method"\s*:\s*"[^"]*"\s*,\s*"params"\s*:\s*\{\s*"namespace"\s*:\s*\[[^\]]*\]\s*,\s*"timestamp"\s*:\s*(\d{1,15})\b/;
// Bytes before the payload of a whole event; a namespace is short.
const maxPrefixBytes = 4096;
const maxStartBytes = 128;

function wholeEventMs(batch: FrameBatch, index: number): number | null {
  if (batch.isTooLarge(index) || !startsLikeWholeEvent(batch, index)) return null;
  const [, ms] = wholeEvent.exec(prefixOf(batch, index, maxPrefixBytes)) ?? [];
  return ms === undefined ? null : Number(ms);
}

// Cheap, because it is called for each frame of all runs.
function startsLikeWholeEvent(batch: FrameBatch, index: number): boolean {
  if (batch.rest(index) === null) return batch.hasFirstKey(index, typeKey);
  return /^\{\s*"type"/.test(prefixOf(batch, index, maxStartBytes));
}

// A payload of several lines is in several pieces.
function prefixOf(batch: FrameBatch, index: number, maxBytes: number): string {
  const first = batch.array(index).subarray(batch.from(index), batch.to(index));
  const prefix = new Uint8Array(Math.min(maxBytes, batch.byteLength(index)));
  let length = 0;
  for (const piece of [first, ...(batch.rest(index) ?? [])]) {
    const part = piece.subarray(0, prefix.length - length);
    prefix.set(part, length);
    length += part.length;
    if (length === prefix.length) break;
  }
  return new TextDecoder().decode(prefix);
}

// So many frames in a row without an event: they are not those of this run.
const maxMisses = 3;
// Events that are remembered until their frames come.
const maxEvents = 200_000;
// A frame is created up to this long before its run is, by rounding.
const roundingMs = 5;

function timesOfEvents(
  events: AsyncIterable<ProtocolEvent>,
  createdMs: number | null,
  timeoutMs: number,
): FindTimes {
  const timesByKey = new Map<string, number[]>();
  let count = 0;
  let hasFailed = false;
  let wake: () => void = () => undefined;
  const read = async (): Promise<void> => {
    for await (const { method, params } of events) {
      const { timestamp, namespace, data } = params;
      if (timestamp === undefined || timestamp < (createdMs ?? 0) - roundingMs) continue;
      const key = keyOf(method, namespace.join('|'), data);
      if (key === null) continue;
      count += 1;
      if (count > maxEvents) return;
      const times = timesByKey.get(key);
      if (times) times.push(timestamp);
      else timesByKey.set(key, [timestamp]);
      wake();
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      hasFailed = true;
      wake();
    });
  const next = async (key: string): Promise<number | null> => {
    const giveUp = performance.now() + timeoutMs;
    for (;;) {
      const times = timesByKey.get(key);
      const [time] = times ?? [];
      if (times && time !== undefined) {
        if (times.length === 1) timesByKey.delete(key);
        else times.shift();
        return time;
      }
      const leftMs = giveUp - performance.now();
      if (hasFailed || leftMs <= 0) return null;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  let isLost = false;
  let misses = 0;
  return async (batch) => {
    if (isLost) return null;
    const serverMs: (number | null)[] = [];
    for (const index of indexesOf(batch)) {
      const key = frameKey(batch, index);
      // Sequential: the events come in the order of the frames.
      const time = key === null || isLost ? null : await next(key);
      if (key !== null) misses = time === null ? misses + 1 : 0;
      // From here on, frames count as sent when they arrive.
      isLost ||= misses > 0 && (hasFailed || misses >= maxMisses);
      serverMs.push(time);
    }
    return isLost && serverMs.every((time) => time === null) ? null : serverMs;
  };
}

// Without events: a checkpoint is made when the tasks before it have ended and those after it start, and its ID
// contains the time. Parallel tasks then all end with the last one.
function timesOfCheckpoints(): FindTimes {
  let before: number | null = null;
  return (batch) => {
    const checkpointMs = indexesOf(batch).map((index) =>
      modeOf(batch, index) === 'checkpoints' ? uuid6Ms(payloadOf(batch, index)) : null,
    );
    let after: number | null = null;
    const nextMs: (number | null)[] = [];
    for (const index of indexesOf(batch).toReversed()) {
      after = checkpointMs[index] ?? after;
      nextMs[index] = after;
    }
    return Promise.resolve(
      indexesOf(batch).map((index) => {
        before = checkpointMs[index] ?? before;
        return isOfRunningTask(batch, index) ? (nextMs[index] ?? before) : before;
      }),
    );
  };
}

function isOfRunningTask(batch: FrameBatch, index: number): boolean {
  const mode = modeOf(batch, index);
  if (mode === 'messages' || mode === 'tools' || mode === 'updates') return true;
  if (mode !== 'tasks') return false;
  const payload = payloadOf(batch, index);
  return isRecord(payload) && 'result' in payload;
}

// Milliseconds between the calendars of UUIDs and of Unix.
const gregorianMs = 12_219_292_800_000;

function uuid6Ms(payload: unknown): number | null {
  const id = isRecord(payload) ? payload['id'] : undefined;
  const [, high = '', middle = '', low = ''] =
    (typeof id === 'string' && /^([\da-f]{8})-([\da-f]{4})-6([\da-f]{3})-/.exec(id)) || [];
  if (high === '') return null;
  return Number(BigInt(`0x${high}${middle}${low}`) / 10_000n) - gregorianMs;
}

const maxPayloadBytes = 256 * 1024;

function payloadOf(batch: FrameBatch, index: number): unknown {
  if (batch.isTooLarge(index) || batch.byteLength(index) > maxPayloadBytes) return null;
  try {
    return JSON.parse(batch.frame(index).text) as unknown;
  } catch {
    return null;
  }
}

function frameKey(batch: FrameBatch, index: number): string | null {
  const mode = modeOf(batch, index);
  if (!timedChannels.some((channel) => channel === mode)) return null;
  const namespace = batch.name(index).text.slice(mode.length + 1);
  return keyOf(mode, namespace, payloadOf(batch, index));
}

// What distinguishes an event of a run from most others; `null` for those that look alike. Repeats keep their order.
function keyOf(method: string, namespace: string, data: unknown): string | null {
  if (!isRecord(data)) return null;
  const parts = partsOf(method, namespace, data);
  return parts === null ? null : JSON.stringify([method, namespace, ...parts]);
}

function partsOf(
  method: string,
  namespace: string,
  data: Readonly<Record<string, unknown>>,
): unknown[] | null {
  switch (method) {
    case 'tasks':
      return [data['id'], 'result' in data];
    case 'checkpoints':
      return [data['id']];
    case 'messages':
      return [data['event'], data['run_id'], data['index']];
    case 'tools':
      return [data['event'], data['tool_call_id']];
    case 'lifecycle':
      // The server reports the root graph itself, at another time.
      return namespace === '' ? null : [data['event']];
    default:
      return null;
  }
}

function modeOf(batch: FrameBatch, index: number): string {
  const [mode = ''] = batch.name(index).text.split('|', 1);
  return mode;
}

function indexesOf(batch: FrameBatch): readonly number[] {
  return Array.from({ length: batch.count }, (_, index) => index);
}
