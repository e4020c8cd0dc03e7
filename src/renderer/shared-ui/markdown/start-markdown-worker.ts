import { jobWorker } from '../../ui/job-messages.ts';
import type { MarkdownWorker } from './markdown-parser.ts';

export function startMarkdownWorker(): MarkdownWorker {
  return jobWorker(new Worker(new URL('./markdown.worker.ts', import.meta.url), { type: 'module' }));
}
