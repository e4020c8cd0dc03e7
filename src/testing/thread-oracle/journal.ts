import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const JournalLine = z.object({
  event: z.enum(['start', 'end', 'ask', 'fail']),
  node: z.string(),
  runId: z.string(),
  /** Of the task itself: its last segment has its id. */
  namespace: z.string(),
  ms: z.number(),
});
type JournalLine = z.infer<typeof JournalLine>;

/** What a node noted itself of one task in one run. */
export interface JournalSpan {
  readonly taskId: string;
  readonly node: string;
  /** Of the graph that it is a task of. */
  readonly namespace: string;
  readonly runId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly lastAt: number;
  readonly last: JournalLine['event'];
  readonly starts: number;
}

/** What the nodes of a story graph noted on a thread, oldest first. `folder`: as in its `STORY_JOURNAL`. */
export async function readJournal(folder: string, threadId: string): Promise<JournalSpan[]> {
  const text = await readFile(join(folder, threadId), 'utf8').catch(() => '');
  const spans = new Map<string, JournalSpan>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const { event, node, namespace, runId, ms } = JournalLine.parse(JSON.parse(line));
    const segments = namespace.split('|');
    const taskId = (segments.pop() ?? '').split(':').at(-1) ?? '';
    const key = `${runId} ${namespace}`;
    const before = spans.get(key);
    spans.set(key, {
      taskId,
      node,
      namespace: segments.join('|'),
      runId,
      startedAt: before?.startedAt ?? ms,
      lastAt: ms,
      last: event,
      starts: (before?.starts ?? 0) + (event === 'start' ? 1 : 0),
    });
  }
  return [...spans.values()];
}
