import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JobRequest } from '../../ui/job-messages.ts';
import { maxCachedLength, MarkdownParser, parseLimitMs, type MarkdownWorker } from './markdown-parser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Reply = Parameters<Parameters<MarkdownWorker['onReply']>[0]>[0];

/** Workers that answer by hand. */
function startWorkers() {
  const workers: { posted: JobRequest<string>[]; ended: boolean; reply: (reply: Reply) => void }[] = [];
  const start = () => {
    let hear: (reply: Reply) => void = () => undefined;
    const worker = { posted: [] as JobRequest<string>[], ended: false, reply: (reply: Reply) => hear(reply) };
    workers.push(worker);
    return {
      postMessage: (request: JobRequest<string>) => void worker.posted.push(request),
      terminate: () => void (worker.ended = true),
      onReply: (listener: (reply: Reply) => void) => void (hear = listener),
      onBroken: () => undefined,
    };
  };
  return { workers, parser: new MarkdownParser(start) };
}
const forever = new AbortController().signal;

it('the parser ends a text that takes too long, and parses the next one in another worker', async () => {
  const { workers, parser } = startWorkers();
  const slow = parser.parse('slow', forever);
  const next = parser.parse('next', forever);
  workers[0]?.reply({ kind: 'ready' });
  workers[0]?.reply({ kind: 'started', id: 1 });
  vi.advanceTimersByTime(parseLimitMs + 10);
  expect(await slow).toBeNull();
  expect(workers[0]?.ended).toBe(true);
  expect(parser.cached('slow')).toBeNull();
  workers[1]?.reply({ kind: 'ready' });
  workers[1]?.reply({ kind: 'done', id: 2, result: [{ source: 'next', node: 'next' }] });
  expect(await next).toEqual([{ source: 'next', node: 'next' }]);
  expect(parser.cached('next')).toHaveLength(1);
});

it('does not count the start of the worker, and drops what nobody waits for any more', async () => {
  const { workers, parser } = startWorkers();
  void parser.parse('first', forever);
  const abort = new AbortController();
  void parser.parse('second', abort.signal);
  vi.advanceTimersByTime(parseLimitMs * 4);
  expect(workers[0]?.ended).toBe(false);
  abort.abort();
  workers[0]?.reply({ kind: 'ready' });
  workers[0]?.reply({ kind: 'done', id: 1, result: [] });
  expect(workers[0]?.posted.map(({ job }) => job)).toEqual(['first']);
});

it('leaves texts as they are where workers are not available', async () => {
  const parser = new MarkdownParser(() => {
    throw new Error('no workers');
  });
  expect(await parser.parse('*a*', forever)).toBeNull();
});

it('the parser caches no long text, since each state of a growing one is another text', async () => {
  const { workers, parser } = startWorkers();
  for (const [index, length] of [maxCachedLength, maxCachedLength + 1].entries()) {
    const text = 'a'.repeat(length);
    const parsed = parser.parse(text, forever);
    workers[0]?.reply({ kind: 'ready' });
    workers[0]?.reply({ kind: 'done', id: index + 1, result: [] });
    expect(await parsed).toEqual([]);
    expect(parser.cached(text)).toEqual(index === 0 ? [] : undefined);
  }
});
