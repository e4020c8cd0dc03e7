import { expect, it } from 'vitest';
import { readTables, trendsOf, trendsPage } from './trends.mjs';

const run = (ratio: string, size: string): string => `
client

| input      | ratio    | note |
| ---------- | -------- | ---- |
| 64 KB      | ${ratio} | fast |

sizes

| part | MB |
| ---- | -- |
| all  | ${size} |
`;

it('reads the numbers of all tables by bench, row and column', () => {
  expect([...readTables(run('0.86x', '9.30'))]).toEqual([
    ['client / 64 KB / ratio', 0.86],
    ['sizes / all / MB', 9.3],
  ]);
});

it('puts what has changed most first, against the median of the runs before', () => {
  const runs = ['1.0x', '1.0x', '5.0x', '1.5x'].map((ratio, day) => ({
    date: `2026-11-2${day}`,
    text: run(ratio, '9.3'),
  }));
  expect(trendsOf(runs).map(({ name, change }) => [name, change])).toEqual([
    ['client / 64 KB / ratio', 0.5],
    ['sizes / all / MB', 0],
  ]);
  expect(trendsOf(runs.slice(0, 1)).every(({ change }) => change === 0)).toBe(true);
  expect(trendsOf([])).toEqual([]);
});

it('the page has a line for each number, and shows names as text', () => {
  const page = trendsPage([
    {
      name: 'a / <b> / c',
      points: [
        { date: '2026-11-20', value: 1 },
        { date: '2026-11-21', value: 2 },
      ],
      change: 1,
    },
  ]);
  expect(page).toContain('<td>a / &lt;b&gt; / c</td><td>2</td><td>+100 %</td>');
  expect(page).toContain('points="2.0,22.0 118.0,2.0"');
  expect(page).not.toContain('<script');
});
