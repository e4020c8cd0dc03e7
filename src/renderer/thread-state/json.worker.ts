import { StructuralIndexCache, runJob } from './json-jobs.ts';
import { unpackJob, type WorkerReply, type WorkerRequest } from './worker-protocol.ts';

const indexes = new StructuralIndexCache();
const texts = new Map<number, string>();

globalThis.addEventListener('message', (event: MessageEvent<WorkerRequest>) => {
  const { id, job } = event.data;
  const reply = (message: WorkerReply): void => globalThis.postMessage(message, {});
  try {
    reply({ id, result: runJob(unpackJob(job, texts), indexes) });
  } catch (error) {
    reply({ id, problem: error instanceof Error ? error.message : String(error) });
  }
});
