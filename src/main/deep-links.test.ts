import { expect, it } from 'vitest';
import { fc } from '../testing/fast-check.ts';
import { parseAppLink } from '../shared/model/studio-link.ts';
import { scaled } from '../testing/test-scale.ts';
import { createLinkInbox, linkInArguments } from './deep-links.ts';

const link = 'remotegraph://open?baseUrl=http://127.0.0.1:2024';

it('the one link among the arguments is taken, and nothing else', () => {
  expect(linkInArguments(['studio', '--', link])).toBe(link);
  expect(linkInArguments(['studio', '--inspect', link])).toBe(link);
  for (const argv of [
    [],
    ['studio'],
    [link],
    ['studio', link, link],
    ['studio', `--x=${link}`],
    ['studio', ` ${link}`],
  ])
    expect(linkInArguments(argv)).toBeNull();
});

it('any arguments give a valid link or none', () => {
  const argument = fc.oneof(
    fc.string(),
    fc.constant(link),
    fc.webUrl(),
    fc.constantFrom('--no-sandbox', '--'),
  );
  const isLinkOrNone = fc.property(fc.array(argument), (argv) => {
    const linkText = linkInArguments(argv);
    return linkText === null || parseAppLink(linkText) !== null;
  });
  expect(() => fc.assert(isLinkOrNone, { numRuns: scaled(10_000) })).not.toThrow();
});

it('a link waits for the page, and is given to one page once', async () => {
  const inbox = createLinkInbox();
  const end = new AbortController();
  inbox.open('not a link');
  inbox.open(link);
  const streams = inbox.streamsOf(() => true);
  const first = streams['links.watch']({}, end.signal)[Symbol.asyncIterator]();
  expect((await first.next()).value).toEqual({ baseUrl: 'http://127.0.0.1:2024' });
  const next = first.next();
  inbox.open(`${link}&thread=t`);
  expect((await next).value).toMatchObject({ threadId: 't' });
  end.abort();
  expect((await first.next()).done).toBe(true);
});

it('a link is given to the window that was used last, however late that has a page', async () => {
  const inbox = createLinkInbox();
  const { signal } = new AbortController();
  let current = 'none';
  const next = async (name: string): Promise<string> => {
    const items = inbox.streamsOf(() => current === name)['links.watch']({}, signal);
    for await (const { baseUrl } of items) return `${name}: ${baseUrl}`;
    return 'nothing';
  };
  const first = Promise.race([next('one'), next('other')]);
  inbox.show({ baseUrl: 'http://127.0.0.1:2024' });
  current = 'other';
  inbox.wake();
  expect(await first).toBe('other: http://127.0.0.1:2024');
});
