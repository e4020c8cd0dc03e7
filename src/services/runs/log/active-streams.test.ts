import { beforeEach, expect, it } from 'vitest';
import type { RunStream } from 'remote-graph-client/client';
import { createActiveStreams, type ActiveStreams } from './active-streams.ts';

let reconnected: string[];
let report: (away: boolean) => void;
let streams: ActiveStreams;
const attention = {
  away: false,
  onChange: (listener: (away: boolean) => void) => {
    report = listener;
    return () => void reconnected.push('no longer listening');
  },
};

beforeEach(() => {
  reconnected = [];
  attention.away = false;
  streams = createActiveStreams(attention);
});

const runRef = (runId: string) => ({ connectionId: 'c', threadId: null, runId });

function add(runId: string): () => void {
  const stream: Pick<RunStream, 'close' | 'pauseReconnecting' | 'reconnectNow'> = {
    close: () => reconnected.push(`${runId} closed`),
    pauseReconnecting: (isHeld) => reconnected.push(`${runId} ${isHeld ? 'held' : 'let go'}`),
    reconnectNow: () => reconnected.push(`${runId} now`),
  };
  return streams.add(runRef(runId), stream as RunStream);
}

it('all streams pause while no window is visible, including new ones', () => {
  const leave = add('a');
  add('b');
  reconnected = [];
  attention.away = true;
  report(true);
  add('c');
  leave();
  report(false);
  expect(reconnected).toEqual(['a held', 'b held', 'c held', 'b let go', 'c let go']);
});

it('the stream of one run is reconnected at once, and no other', () => {
  add('a');
  add('b');
  reconnected = [];
  streams.reconnectNow(runRef('b'));
  streams.reconnectNow(runRef('gone'));
  streams.reconnectNow({ ...runRef('a'), connectionId: 'other' });
  expect(reconnected).toEqual(['b now']);
});

it('the streams of a server that is back are reconnected, and no others', () => {
  add('a');
  add('b');
  reconnected = [];
  streams.reconnectAll('c');
  streams.reconnectAll('other');
  expect(reconnected).toEqual(['a now', 'b now']);
});

it('closes the streams of some runs', () => {
  add('a');
  add('b');
  reconnected = [];
  streams.closeWhere(({ runId }) => runId === 'b');
  expect(reconnected).toEqual(['b closed']);
});

it('closes open streams, and those that are added later', () => {
  add('a');
  reconnected = [];
  streams.stop();
  add('b');
  expect(reconnected).toEqual(['no longer listening', 'a closed', 'b closed', 'b let go']);
});
