import { describe, expect, it } from 'vitest';
import { createScriptedClient } from '../../../../src/testing/remote-graph/scripted-client.ts';
import { paginate, paginateByCursor } from './paginate.ts';

const all = Array.from({ length: 7 }, (_, index) => index);

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Pages of `all`, and the requested ones. */
function source(): {
  readonly requested: number[][];
  page(limit: number, offset: number): Promise<number[]>;
} {
  const requested: number[][] = [];
  const page = (limit: number, offset: number): Promise<number[]> => {
    requested.push([limit, offset]);
    return Promise.resolve(all.slice(offset, offset + limit));
  };
  return { requested, page };
}

describe('pages', () => {
  it('end with a page that is not full, or empty', async () => {
    const three = source();
    expect(await listed(paginate({ pageSize: 3 }, three.page))).toEqual(all);
    expect(three.requested).toEqual([
      [3, 0],
      [3, 3],
      [3, 6],
    ]);
    const seven = source();
    expect(await listed(paginate({ pageSize: 7 }, seven.page))).toEqual(all);
    expect(seven.requested).toEqual([
      [7, 0],
      [7, 7],
    ]);
  });

  it('are requested only when needed', async () => {
    const lazy = source();
    for await (const item of paginate({ pageSize: 2 }, lazy.page)) if (item === 1) break;
    expect(lazy.requested).toEqual([[2, 0]]);
    const limited = source();
    expect(await listed(paginate({ pageSize: 2, limit: 2, offset: 1 }, limited.page))).toEqual([1, 2]);
    expect(limited.requested).toEqual([[2, 1]]);
  });

  it('yield an item once that moves to a later page', async () => {
    const pages = [['b', 'a'], ['a', 'z'], []];
    const page = (): Promise<string[]> => Promise.resolve(pages.shift() ?? []);
    expect(await listed(paginate({ pageSize: 2 }, page, (item) => item))).toEqual(['b', 'a', 'z']);
  });

  it('end where a server repeats its page whatever the offset', async () => {
    const offsets: number[] = [];
    const fetchPage = async (_limit: number, offset: number): Promise<readonly string[]> => {
      offsets.push(offset);
      return ['a', 'b'];
    };
    const read: string[] = [];
    for await (const item of paginate({ pageSize: 2 }, fetchPage, (one) => one)) read.push(item);
    expect(read).toEqual(['a', 'b']);
    expect(offsets).toEqual([0, 2, 4]);
  });

  it('with a cursor continue after the last item, within the limit', async () => {
    const requested: unknown[] = [];
    const page = (limit: number, last: number | null): Promise<number[]> => {
      requested.push([limit, last]);
      const from = last === null ? 0 : last + 1;
      return Promise.resolve(all.slice(from, from + limit));
    };
    expect(await listed(paginateByCursor({ pageSize: 3 }, page))).toEqual(all);
    expect(await listed(paginateByCursor({ pageSize: 3, limit: 4 }, page))).toEqual([0, 1, 2, 3]);
    expect(requested).toEqual([
      [3, null],
      [3, 2],
      [3, 5],
      [3, null],
      [1, 2],
    ]);
  });
});

it('crons are read in pages if the server limits pages', async () => {
  const { client, sent } = createScriptedClient('hosted', ({ body }) => {
    const { limit, offset } = body as { readonly limit: number; readonly offset: number };
    if (limit > 100) {
      const msg = 'Input should be less than or equal to 100';
      return Response.json({ detail: [{ loc: ['body', 'limit'], msg }] }, { status: 422 });
    }
    return Array.from({ length: Math.min(limit, 150 - offset) }, (_, index) => ({
      cron_id: `c${offset + index}`,
    }));
  });
  const crons = await client.crons.search({ limit: 1000 });
  expect(crons.map(({ cron_id }) => cron_id)).toEqual(Array.from({ length: 150 }, (_, index) => `c${index}`));
  expect(sent).toHaveLength(3);
});
