import { beforeEach, expect, it } from 'vitest';
import type { RunStream } from '../../../remote-graph/client.ts';
import { createActiveStreams, type ActiveStreams } from './active-streams.ts';

let told: string[];
let tell: (away: boolean) => void;
let streams: ActiveStreams;
const attention = {
  away: false,
  onChange: (listener: (away: boolean) => void) => {
    tell = listener;
    return () => void told.push('no longer listening');
  },
};

beforeEach(() => {
  told = [];
  attention.away = false;
  streams = createActiveStreams(attention);
});

const place = (runId: string) => ({ connectionId: 'c', threadId: null, runId });

/** Adds a stream that says what is done to it. */
function add(runId: string): () => void {
  const stream: Pick<RunStream, 'close' | 'pauseReconnecting' | 'reconnectNow'> = {
    close: () => told.push(`${runId} closed`),
    pauseReconnecting: (held) => told.push(`${runId} ${held ? 'held' : 'let go'}`),
    reconnectNow: () => told.push(`${runId} now`),
  };
  return streams.add(place(runId), stream as RunStream);
}

it('R-8: holds every stream while nobody looks, also one that begins then', () => {
  const leave = add('a');
  add('b');
  told = [];
  attention.away = true;
  tell(true);
  add('c');
  leave();
  tell(false);
  expect(told).toEqual(['a held', 'b held', 'c held', 'b let go', 'c let go']);
});

it('R-8: lets the stream of one run reconnect now, and no other', () => {
  add('a');
  add('b');
  told = [];
  streams.reconnectNow(place('b'));
  streams.reconnectNow(place('gone'));
  streams.reconnectNow({ ...place('a'), connectionId: 'other' });
  expect(told).toEqual(['b now']);
});

it('T-3: lets all streams of a server reconnect when it is back, and those of no other', () => {
  add('a');
  add('b');
  told = [];
  streams.reconnectAll('c');
  streams.reconnectAll('other');
  expect(told).toEqual(['a now', 'b now']);
});

it('closes the streams of some runs', () => {
  add('a');
  add('b');
  told = [];
  streams.closeWhere(({ runId }) => runId === 'b');
  expect(told).toEqual(['b closed']);
});

it('closes what is read, and what is added later', () => {
  add('a');
  told = [];
  streams.stop();
  add('b');
  expect(told).toEqual(['no longer listening', 'a closed', 'b closed', 'b let go']);
});
