// The window's process: receives the events of one run from the reading process, and prints the time and the
// CPU time of both.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { builtPart } from './built.mjs';
import { runOf } from './services.mjs';

const [, , url = '', transport = '', events = ''] = process.argv;
/** Runs before the measured one. */
const warmUps = 3;
const reader = fork(fileURLToPath(new URL('reader-child.mjs', import.meta.url)), [url, transport], {
  serialization: 'advanced',
});
/** @type {(message: unknown) => void} */
let take = () => undefined;
reader.on('message', (message) => take(message));

/** @param {string} name @returns {Promise<any>} */
const answer = (name) =>
  new Promise((answered) => {
    take = (message) => {
      if (typeof message === 'object' && message !== null && name in message) answered(message);
    };
  });
/** @returns {Promise<number>} */
async function readerCpu() {
  const cpuMs = answer('cpuMs');
  reader.send({ cpu: true });
  return (await cpuMs).cpuMs;
}

let sink = /** @type {unknown} */ (null);
export const lastValue = () => sink;

/** Messages of any kind, one for each event. @param {string} threadId @returns {Promise<number>} */
function eventByEvent(threadId) {
  const count = Number.parseInt(threadId, 10);
  reader.send({ go: threadId });
  return new Promise((done) => {
    let came = 0;
    take = (message) => {
      sink = message;
      came += typeof message === 'object' && message !== null && 'read' in message ? Number(message.read) : 1;
      if (came >= count) done(came);
    };
  });
}

/** As the studio does it. @returns {Promise<(threadId: string) => Promise<number>>} */
async function throughThePort() {
  /** @type {typeof import('../../src/shared/rpc/client.ts')} */
  const { createRpcClient } = await import(builtPart('connect'));
  /** @type {typeof import('../../src/renderer/runs/model/run-log-store.ts')} */
  const { createRunLogStore } = await import(builtPart('store'));
  /** @type {typeof import('../../src/renderer/runs/model/frame-list.ts')} */
  const { FrameList } = await import(builtPart('frames'));
  /** @type {Set<(message: import('../../src/shared/rpc/port.ts').ReceivedMessage) => void>} */
  const listeners = new Set();
  const socket = port === 0 ? null : new WebSocket(`ws://127.0.0.1:${port}`);
  if (socket) {
    await once(socket, 'open');
    socket.on('message', (data, isBinary) => {
      const message = isBinary ? /** @type {Buffer} */ (data) : String(data);
      for (const listener of listeners) listener(message);
    });
  }
  /** @type {import('../../src/shared/rpc/client.ts').RpcClient<import('../../src/shared/contract.ts').StudioContract>} */
  const studio = createRpcClient(
    {
      send: (message) => (socket ? socket.send(String(message)) : void reader.send(String(message))),
      onMessage(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      onClose: () => () => undefined,
      close: () => undefined,
    },
    'bench',
  );
  return async (threadId) => {
    take = (message) => {
      if (typeof message !== 'string' && !(message instanceof Uint8Array)) return;
      for (const listener of listeners) listener(message);
    };
    if (transport.endsWith('store')) {
      const store = createRunLogStore(runOf(threadId));
      sink = store;
      return new Promise((done) => {
        store.subscribe(() => {
          if (store.get().end) done(store.get().frames.length);
        });
        store.follow(studio);
      });
    }
    const frames = new FrameList();
    sink = frames;
    for await (const batch of studio.open('runs.follow', runOf(threadId))) frames.append(batch);
    return frames.length;
  };
}

/** The bytes of the stream, and then how many events they were. @returns {Promise<(threadId: string) => Promise<number>>} */
async function rawBytes() {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(socket, 'open');
  return (threadId) => {
    reader.send({ go: threadId });
    return new Promise((done) => {
      socket.on('message', (data, isBinary) => {
        sink = data;
        if (!isBinary) done(Number.parseInt(String(data), 10));
      });
    });
  };
}

async function readerOf() {
  if (transport === 'socket-raw') return rawBytes();
  return transport.endsWith('list') || transport.endsWith('store') ? throughThePort() : eventByEvent;
}

/** The services' port, when they are reached like by a browser. */
const port = Number((await answer('ready')).port);
const read = await readerOf();
// Whole runs of other threads warm up both processes: the studio runs for days, and one run does not compile
// everything.
for (let warm = 0; warm < warmUps; warm += 1) await read(`${events}+${warm}x0`);
// The services then write the log to disk, which is not part of forwarding.
await pause(3000);
const cpuBefore = await readerCpu();
const cpuUsage = process.cpuUsage();
const startedAt = performance.now();
const came = await read(events);
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpuUsage);
const readerMs = (await readerCpu()) - cpuBefore;
if (came !== Number(events)) throw new Error(`${transport} gave ${came} events of ${events}.`);
console.log(JSON.stringify({ ms, readerMs, windowMs: (user + system) / 1000 }));
process.exit(0);
