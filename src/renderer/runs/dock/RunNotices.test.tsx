import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { RunEnd } from '../../../shared/model/run.ts';
import { RunNotices, type RunNoticesProps } from './RunNotices.tsx';
import { createRunLogStore } from '../model/run-log-store.ts';
import { buildRunBatch } from '../../../testing/renderer/stub-handlers.ts';

afterEach(cleanup);

const finished: RunEnd = { outcome: 'finished', error: null, incomplete: false };

/** The texts of all notes above a run that ended like this. */
function notesAt(end: RunEnd, props: Partial<RunNoticesProps> = {}): string[] {
  const store = createRunLogStore({ connectionId: 'c', threadId: 't', runId: 'r' });
  store.take({ ...buildRunBatch([]), connectionState: 'ended', end });
  render(<RunNotices log={store.get()} run={undefined} serverAnswers onRetry={() => undefined} {...props} />);
  return screen.queryAllByRole('status').map(({ textContent }) => textContent);
}

it('the notices say nothing of a run that passed no breakpoint', () => {
  expect(notesAt(finished)).toEqual([]);
});

it('a run of an export has no server to ask for its end', () => {
  const lost: RunEnd = { ...finished, outcome: 'lost' };
  expect(notesAt(lost)).toHaveLength(1);
  cleanup();
  expect(notesAt(lost, { isImport: true })).toEqual([]);
});

it('a notice names the breakpoint that a server passed over, and what to do', () => {
  const [note, ...others] = notesAt({ ...finished, passedBreakpoints: ['confirm'] });
  expect(note).toMatch(
    /^The run did not stop at its breakpoint: “confirm”\. This server ignores breakpoints/,
  );
  expect(note).toContain('call interrupt() in the node');
  expect(others).toEqual([]);
});

it('a notice names three of many breakpoints and counts the rest', () => {
  const nodes = Array.from({ length: 1_200 }, (_, index) => `n${index}`);
  const [note] = notesAt({ ...finished, passedBreakpoints: nodes });
  expect(note).toContain('did not stop at its breakpoints: “n0”, “n1”, “n2” and 1,197 more. This server');
  expect(note).not.toContain('n3');
});

it('a notice shows hidden characters in the name of a node', () => {
  const [note] = notesAt({ ...finished, passedBreakpoints: ['pay\u202eyap'] });
  expect(note).toContain(String.raw`“pay\u202eyap”`);
});

it('a notice says that events are missing', () => {
  const notes = notesAt({ ...finished, incomplete: true, passedBreakpoints: ['confirm'] });
  expect(notes).toHaveLength(2);
  expect(notes[0]).toContain('did not stop at its breakpoint');
  expect(notes[1]).toContain('Some events of this run are missing');
});

it('a notice says which breakpoint stopped the run, and why, or why it was not continued', () => {
  const hit = { breakpointId: 'b', nodeId: 'write', side: 'after' as const };
  const findings = [{ kind: 'changed' as const, key: 'text', before: '""', after: '"a"' }];
  const stop = { checkpointId: 'cp', hits: [{ ...hit, findings }], problem: null };
  expect(notesAt({ ...finished, outcome: 'interrupted', stop })).toEqual([
    'Paused. After write: text changed "" → "a".',
  ]);
  cleanup();
  const problem = 'The thread was changed elsewhere meanwhile.';
  expect(
    notesAt({ ...finished, outcome: 'interrupted', stop: { checkpointId: null, hits: [], problem } }),
  ).toEqual([`Paused. ${problem}`]);
});

it('a notice links a run that the studio continued to the next one', () => {
  const onRun = vi.fn<(runId: string) => void>();
  const store = createRunLogStore({ connectionId: 'c', threadId: 't', runId: 'r' });
  const end: RunEnd = { ...finished, outcome: 'interrupted', continuedBy: 'next' };
  store.take({ ...buildRunBatch([]), connectionState: 'ended', end });
  render(
    <RunNotices log={store.get()} run={undefined} serverAnswers onRetry={() => undefined} onRun={onRun} />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Show the next run' }));
  expect(onRun).toHaveBeenCalledWith('next');
});

it('a notice says that a pinned output was written where the run stopped', () => {
  const end: RunEnd = { ...finished, outcome: 'interrupted', continuedBy: 'next' };
  const [note] = notesAt(end, { onRun: () => undefined, pinned: ['plan'] });
  expect(note).toContain('The pinned output was written as plan, and the studio continued the run.');
});

it('says what the server refused of the request, and what is missing for that', () => {
  const omitted = { streamModes: ['tasks'], members: [] };
  expect(notesAt({ ...finished, omitted })).toEqual([
    'This server refuses stream mode tasks, so the run was started without it. Missing: when each node started and ended, and its input.',
  ]);
});

it('distinguishes a known fault of the server from a fault of the graph', () => {
  const [note] = notesAt({ ...finished, outcome: 'failed', error: 'TypeError: ...', isKnownFault: true });
  expect(note).toMatch(/^A known fault of this server ended the run: it fails when/);
});
