// What the tables of this bench measure with.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * @typedef {typeof import('remote-graph-client/client')
 *   & typeof import('../../src/services/threads/record/read-thread-record.ts')
 *   & typeof import('../../src/services/threads/record/thread-records.ts')
 *   & typeof import('../../src/services/runs/log/run-log.ts')
 *   & typeof import('../../src/testing/frame-batches.ts')
 *   & typeof import('../../src/shared/thread-record/apply-change.ts')
 *   & typeof import('../../src/shared/thread-record/node-statuses.ts')} RecordModules
 */

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Bytes that are in use. */
export function heapBytes() {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** Milliseconds of processor time of this process, of all its threads. */
export function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
