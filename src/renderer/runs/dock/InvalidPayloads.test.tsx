import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildFrames } from '../../../testing/renderer/run-frame-builder.ts';
import { buildRunBatch } from '../../../testing/renderer/stub-handlers.ts';
import { createRunLogStore } from '../model/run-log-store.ts';
import { InvalidPayloads } from './InvalidPayloads.tsx';

afterEach(cleanup);

it('a payload that is cut says so', async () => {
  const store = createRunLogStore({ connectionId: 'c', threadId: 't', runId: 'r' });
  store.take(buildRunBatch(buildFrames(['values', 'x'.repeat(1000)])));
  render(<InvalidPayloads log={store.get()} />);
  const summary = await screen.findByText(/not valid JSON/);
  summary.click();
  expect(await screen.findByText(`${'x'.repeat(400)}…`)).toBeTruthy();
});
