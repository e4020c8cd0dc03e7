import { describe, expect, it } from 'vitest';
import type { CheckpointSummary, HistoryPage } from '../../shared/model/thread.ts';
import { createPageCache } from './page-cache.ts';
import { buildCheckpoint } from '../../testing/renderer/checkpoint-builder.ts';

const checkpoint = (
  checkpointId: string,
  parentId: string | null,
  rest: Partial<CheckpointSummary> = {},
): CheckpointSummary =>
  buildCheckpoint({
    checkpointId,
    parentId,
    ...rest,
  });

describe('pages that are known', () => {
  const chain = (from: number, to: number): CheckpointSummary[] =>
    Array.from({ length: from - to + 1 }, (_, index) => checkpoint(`${from - index}`, `${from - index - 1}`));
  const page = (checkpoints: CheckpointSummary[], before: string | null): HistoryPage => ({
    checkpoints,
    before,
  });
  const known = [page(chain(1000, 971), '971'), page(chain(970, 871), '871'), page(chain(870, 700), '700')];

  it('stand for everything behind a page that meets them, in as many pages as there were', () => {
    const pages = createPageCache();
    pages.start(known);
    pages.came({ page: page(chain(1003, 974), '974'), isHeavy: false });
    const second = pages.at('974');
    const third = pages.at(second?.before ?? '');
    expect([...(second?.checkpoints ?? []), ...(third?.checkpoints ?? [])]).toEqual(chain(973, 700));
    expect(third?.before).toBe('700');
    expect(pages.at('700')).toBeNull();
  });

  it('are met by a later page when much is new', () => {
    const pages = createPageCache();
    pages.start(known);
    pages.came({ page: page(chain(1040, 1011), '1011'), isHeavy: false });
    expect(pages.at('1011')).toBeNull();
    pages.came({ page: page(chain(1010, 911), '911'), isHeavy: false });
    expect(pages.at('911')?.checkpoints).toEqual(chain(910, 700));
  });

  it('are read anew when one was deleted, when nothing is older, and when they are few', () => {
    const came = (before: readonly HistoryPage[], fresh: HistoryPage) => {
      const pages = createPageCache();
      pages.start(before);
      pages.came({ page: fresh, isHeavy: false });
      return pages.at('974');
    };
    const fresh = page(chain(1003, 974), '974');
    expect(came(known, fresh)).not.toBeNull();
    const lacking = fresh.checkpoints.filter(({ checkpointId }) => checkpointId !== '980');
    expect(came(known, page(lacking, '974'))).toBeNull();
    expect(came(known, page(fresh.checkpoints, null))).toBeNull();
    expect(came([page(chain(1000, 971), '971'), page(chain(970, 871), '871')], fresh)).toBeNull();
  });
});
