// The window's process: takes the events of one run as the reading process hands them over, and prints how long it took
// and how much processor time both spent.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { builtPart } from './built.mjs';
import { runOf } from './services.mjs';

const [, , url = '', way = '', events = ''] = process.argv;
const reader = fork(fileURLToPath(new URL('reader-child.mjs', import.meta.url)), [url, way], {
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
  const told = answer('cpuMs');
  reader.send({ cpu: true });
  return (await told).cpuMs;
}

let kept = /** @type {unknown} */ (null);
export const lastKept = () => kept;

/** Messages of any kind, one for each event. @param {number} count */
function eventByEvent(count) {
  reader.send({ go: count });
  return new Promise((done) => {
    let came = 0;
    take = (message) => {
      kept = message;
      came += typeof message === 'object' && message !== null && 'read' in message ? Number(message.read) : 1;
      if (came >= count) done(came);
    };
  });
}

/** As the studio does it. @returns {Promise<(count: number) => Promise<number>>} */
async function throughThePort() {
  /** @type {typeof import('../../src/shared/rpc/client.ts')} */
  const { connect } = await import(builtPart('connect'));
  /** @type {typeof import('../../src/renderer/runs/run-log-store.ts')} */
  const { createRunLogStore } = await import(builtPart('store'));
  /** @type {typeof import('../../src/renderer/runs/frame-list.ts')} */
  const { FrameList } = await import(builtPart('frames'));
  /** @type {Set<(text: string) => void>} */
  const listeners = new Set();
  /** @type {import('../../src/shared/rpc/client.ts').RpcClient<import('../../src/shared/contract.ts').StudioContract>} */
  const studio = connect(
    {
      send: (text) => void reader.send(text),
      onMessage(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      onClose: () => () => undefined,
      close: () => undefined,
    },
    'bench',
  );
  return async (count) => {
    take = (message) => {
      if (typeof message === 'string') for (const listener of listeners) listener(message);
    };
    if (way === 'store') {
      const store = createRunLogStore(runOf(count));
      kept = store;
      return new Promise((done) => {
        store.subscribe(() => {
          if (store.get().end) done(store.get().frames.length);
        });
        store.follow(studio);
      });
    }
    const frames = new FrameList();
    kept = frames;
    for await (const batch of studio.open('runs.follow', runOf(count))) frames.append(batch);
    return frames.length;
  };
}

await answer('ready');
const read = way === 'list' || way === 'store' ? await throughThePort() : eventByEvent;
await read(1000);
const cpuBefore = await readerCpu();
const own = process.cpuUsage();
const began = performance.now();
const came = await read(Number(events));
const ms = performance.now() - began;
const { user, system } = process.cpuUsage(own);
const readerMs = (await readerCpu()) - cpuBefore;
if (came !== Number(events)) throw new Error(`${way} gave ${came} events of ${events}.`);
console.log(JSON.stringify({ ms, readerMs, windowMs: (user + system) / 1000 }));
process.exit(0);
