import { OutlineCache, runJob } from './json-jobs.ts';
import { unpacked, type WorkerReply, type WorkerRequest } from './worker-texts.ts';

const outlines = new OutlineCache();
const texts = new Map<number, string>();

globalThis.addEventListener('message', (event: MessageEvent<WorkerRequest>) => {
  const { id, job } = event.data;
  const reply = (message: WorkerReply): void => globalThis.postMessage(message, {});
  try {
    reply({ id, result: runJob(unpacked(job, texts), outlines) });
  } catch (thrown) {
    reply({ id, problem: thrown instanceof Error ? thrown.message : String(thrown) });
  }
});
