import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { maxExamples, maxExamplesLength } from '../../../shared/inputs/read-examples.ts';
import { renderView } from '../../../testing/renderer/render-app.tsx';
import { LangsmithDatasets, type LoadedDataset } from './LangsmithDatasets.tsx';

afterEach(cleanup);

const pageSize = 100;

/** Chooses a dataset with so many examples; resolves with what is read of it, and how many pages that took. */
async function readDataset(count: number, outputsText: string | null) {
  const read: LoadedDataset[] = [];
  const { called } = renderView(<LangsmithDatasets onRead={(dataset) => dataset && read.push(dataset)} />, {
    calls: {
      'langsmith.datasets': async () => ({
        datasets: [{ id: 'd', name: 'Tides', description: null, examples: count }],
        hasMore: false,
      }),
      'langsmith.examples': async ({ offset }) => ({
        examples: Array.from({ length: Math.min(pageSize, count - offset) }, (_, index) => ({
          id: String(offset + index),
          inputsText: '{}',
          outputsText,
        })),
        skipped: 0,
        nextOffset: count - offset < pageSize ? null : offset + pageSize,
      }),
    },
  });
  await userEvent.click(await screen.findByRole('option', { name: /Tides/ }));
  await expect.poll(() => read).toHaveLength(1);
  return {
    ids: read[0]?.examples.map(({ id }) => id),
    isCut: read[0]?.isCut,
    pages: called.filter(({ method }) => method === 'langsmith.examples').length,
  };
}

it('a dataset is read whole, page by page', async () => {
  const { ids, isCut, pages } = await readDataset(230, null);
  expect(ids).toEqual(Array.from({ length: 230 }, (_, index) => String(index)));
  expect([isCut, pages]).toEqual([false, 3]);
});

it('a dataset with more examples than are imported at once is cut, and that is known', async () => {
  const { ids, isCut, pages } = await readDataset(maxExamples + 1, null);
  expect(ids).toHaveLength(maxExamples);
  expect([isCut, pages]).toEqual([true, maxExamples / pageSize]);
});

it('a dataset with long outputs is cut, too', async () => {
  const outputsText = `{"text":"${'x'.repeat(maxExamplesLength / pageSize / 2)}"}`;
  const { ids, isCut, pages } = await readDataset(maxExamples, outputsText);
  expect(ids).toHaveLength(2 * pageSize);
  expect([isCut, pages]).toEqual([true, 2]);
});
