import { jobWorker } from '../job-messages.ts';
import type { CheckWorker } from './schema-checker.ts';

// Throws where workers are not available.
export function startSchemaWorker(): CheckWorker {
  return jobWorker(new Worker(new URL('./schema-check.worker.ts', import.meta.url), { type: 'module' }));
}
