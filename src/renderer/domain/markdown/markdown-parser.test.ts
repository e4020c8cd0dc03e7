import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ParseReply, ParseRequest } from './markdown-node.ts';
import { longestRemembered, MarkdownParser, parseLimitMs } from './markdown-parser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Workers that answer by hand. */
function startWorkers() {
  const workers: { posted: ParseRequest[]; ended: boolean; reply: (reply: ParseReply) => void }[] = [];
  const start = () => {
    let hear: (reply: ParseReply) => void = () => undefined;
    const worker = { posted: [] as ParseRequest[], ended: false, reply: (given: ParseReply) => hear(given) };
    workers.push(worker);
    return {
      postMessage: (request: ParseRequest) => void worker.posted.push(request),
      terminate: () => void (worker.ended = true),
      onReply: (listener: (reply: ParseReply) => void) => void (hear = listener),
      onBroken: () => undefined,
    };
  };
  return { workers, parser: new MarkdownParser(start) };
}
const forever = new AbortController().signal;

it('U-12: ends a text that takes too long, and parses the next one in another worker', async () => {
  const { workers, parser } = startWorkers();
  const slow = parser.parse('slow', forever);
  const next = parser.parse('next', forever);
  workers[0]?.reply('ready');
  vi.advanceTimersByTime(parseLimitMs + 10);
  expect(await slow).toBeNull();
  expect(workers[0]?.ended).toBe(true);
  expect(parser.known('slow')).toBeNull();
  workers[1]?.reply('ready');
  workers[1]?.reply({ id: workers[1].posted[0]?.id ?? 0, blocks: [{ source: 'next', node: 'next' }] });
  expect(await next).toEqual([{ source: 'next', node: 'next' }]);
  expect(parser.known('next')).toHaveLength(1);
});

it('does not count the start of the worker, and drops what nobody waits for any more', async () => {
  const { workers, parser } = startWorkers();
  void parser.parse('first', forever);
  const abort = new AbortController();
  void parser.parse('second', abort.signal);
  vi.advanceTimersByTime(parseLimitMs * 4);
  expect(workers[0]?.ended).toBe(false);
  abort.abort();
  workers[0]?.reply('ready');
  workers[0]?.reply({ id: 1, blocks: [] });
  expect(workers[0]?.posted.map(({ text }) => text)).toEqual(['first']);
});

it('leaves texts as they are where workers are not available', async () => {
  const parser = new MarkdownParser(() => {
    throw new Error('no workers');
  });
  expect(await parser.parse('*a*', forever)).toBeNull();
});

it('U-7: remembers no long text, of which each state is another one while it grows', async () => {
  const { workers, parser } = startWorkers();
  for (const [at, length] of [longestRemembered, longestRemembered + 1].entries()) {
    const text = 'a'.repeat(length);
    const parsed = parser.parse(text, forever);
    workers[0]?.reply('ready');
    workers[0]?.reply({ id: at + 1, blocks: [] });
    expect(await parsed).toEqual([]);
    expect(parser.known(text)).toEqual(at === 0 ? [] : undefined);
  }
});
