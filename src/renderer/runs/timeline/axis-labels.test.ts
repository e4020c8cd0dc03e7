import { describe, expect, it } from 'vitest';
import { axisLabels } from './axis-labels.ts';
import { createAxis } from '../../../shared/thread-record/timeline-axis.ts';

const run = (fromMs: number, durationMs: number) => ({ fromMs, toMs: fromMs + durationMs });
const layoutOf = (runs: readonly ReturnType<typeof run>[]) => createAxis(runs, null).layout;
const two = layoutOf([run(0, 3000), run(183_000, 2000)]);
const texts = (layout: typeof two, widthPx: number) =>
  axisLabels(layout, layout, widthPx)
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ text }) => text);

describe('axisLabels', () => {
  it('names runs and waits first, and has times where nothing else is', () => {
    expect(texts(two, 600)).toEqual(['run 1', '2 s', 'run 2', 'waited 3 min 0 s', '4 s']);
  });

  it('says less where there is little room, and never one text over the other', () => {
    expect(texts(two, 160)).toEqual(['run 2', 'waited 3 min 0 s', '5 s']);
    expect(texts(two, 46)).toEqual(['run 2', '3 min 0 s']);
  });

  it('has only times for one run', () => {
    expect(texts(layoutOf([run(0, 4000)]), 600)).toEqual(['1 s', '2 s', '3 s', '4 s']);
  });

  it('keeps its labels apart with forty runs', () => {
    const many = layoutOf(Array.from({ length: 40 }, (_, index) => run(index * 60_000, 1000)));
    expect(texts(many, 300).length).toBeLessThan(8);
  });
});
