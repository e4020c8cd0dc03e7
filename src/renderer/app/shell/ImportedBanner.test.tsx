import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ImportedBanner } from './ImportedBanner.tsx';

afterEach(cleanup);

it.each([
  [0, 'events or graph.'],
  [1, '1 older thread of the file is not shown.'],
  [1200, '1,200 older threads of the file are not shown.'],
])('the banner of an import counts the threads of its file that are not shown: %d', (unlisted, end) => {
  render(<ImportedBanner tool="LangSmith" unlisted={unlisted} />);
  const text = screen.getByTestId('imported-banner').textContent;
  expect(text).toMatch(/^Imported from LangSmith: /);
  expect(text.endsWith(end)).toBe(true);
});
