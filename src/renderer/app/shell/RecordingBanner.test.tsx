import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { RecordingFacts } from '../../../shared/model/connection.ts';
import { RecordingBanner } from './RecordingBanner.tsx';

afterEach(cleanup);

const recording: RecordingFacts = {
  fileName: 'tides.recording.zip',
  recordedAt: '2026-06-01T08:00:00.000Z',
  serverName: 'Lab',
  serverUrl: null,
  threadId: 't',
  runId: null,
  checkpoints: 4,
  frames: 10,
  missing: [],
  missingTotal: 0,
};

it.each([
  [0, 'events or graph.'],
  [1, '1 older thread of the file is not shown.'],
  [1200, '1,200 older threads of the file are not shown.'],
])('the banner of an import counts the threads of its file that are not shown: %d', (unlisted, end) => {
  render(
    <RecordingBanner recording={{ ...recording, importedFrom: 'LangSmith', unlistedThreads: unlisted }} />,
  );
  const text = screen.getByTestId('recording-banner').textContent;
  expect(text).toMatch(/^Imported from LangSmith: /);
  expect(text.endsWith(end)).toBe(true);
});

it.each([
  [recording.recordedAt, new Date(recording.recordedAt).toLocaleString()],
  ['yesterday', 'at an unknown time'],
])('the banner of a recording says of which server it is, and of when: %s', (recordedAt, time) => {
  render(<RecordingBanner recording={{ ...recording, recordedAt }} />);
  expect(screen.getByTestId('recording-banner').textContent).toBe(
    `Recording of Lab, ${time}. It is read-only, and does not change with the server.`,
  );
});
