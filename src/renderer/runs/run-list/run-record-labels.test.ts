import { describe, expect, it } from 'vitest';
import type { Assistant } from '../../../shared/model/assistant.ts';
import type { RunRecord } from '../../../shared/model/runs/run.ts';
import { assistantText, eventAvailability, recordStatus, triggerText } from './run-record-labels.ts';
import { buildRunRecord } from '../../../testing/renderer/run-record-builder.ts';

const assistant: Assistant = {
  assistantId: 'a',
  graphId: 'writer',
  name: 'Writer',
  description: null,
  version: 3,
  bySystem: false,
  updatedAt: '2026-11-02T00:00:00Z',
  configText: '{}',
  contextText: '{}',
};

describe('the words for a run', () => {
  it.each<[string, RunRecord['status'], string[], string, string]>([
    ['wrote the newest state, and something comes next', 'success', ['review'], 'r', 'waiting'],
    ['wrote the newest state, and nothing comes next', 'success', [], 'r', 'success'],
    ['was followed by another one', 'success', ['review'], 'later', 'success'],
    ['failed', 'error', ['review'], 'r', 'error'],
    ['was stopped', 'interrupted', ['review'], 'r', 'cancelled'],
  ])('tell how one stands that %s', (_, status, next, writer, shown) => {
    const newest = { next, metadataText: JSON.stringify({ run_id: writer }) };
    expect(recordStatus(buildRunRecord({ runId: 'r', status }), newest)).toBe(shown);
    expect(recordStatus(buildRunRecord({ runId: 'r', status }), null)).toBe(
      shown === 'waiting' ? 'success' : shown,
    );
  });

  it.each<[RunRecord['source'], RunRecord['origin']['kind'], string]>([
    ['studio', 'input', 'studio, input'],
    ['cron', 'input', 'cron, input'],
    ['unknown', 'resume', 'answer'],
    ['studio', 'continue', 'studio, continued'],
    ['cron', 'unknown', 'cron'],
    ['unknown', 'unknown', 'unknown'],
  ])('tell what started it: %s, %s', (source, kind, text) => {
    expect(triggerText(buildRunRecord({ source, origin: { kind, checkpointId: null } }))).toBe(text);
  });

  it.each([
    ['was not changed since', '2026-11-03T00:00:00Z', 3, 'Writer, version 3'],
    ['was changed since', '2026-11-01T00:00:00Z', 3, "Writer, a version before today's 3"],
    ['never changed', '2026-11-01T00:00:00Z', 1, 'Writer, version 1'],
    ['has no versions', '2026-11-01T00:00:00Z', null, 'Writer'],
  ])('C-14: tell the version of an assistant that %s', (_, createdAt, version, text) => {
    expect(assistantText(buildRunRecord({ createdAt }), [{ ...assistant, version }])).toBe(text);
  });

  it('say that an assistant is gone', () => {
    expect(assistantText(buildRunRecord(), [])).toBe('a (deleted)');
  });

  it.each<[Partial<RunRecord>, string]>([
    [{ hasLog: true, resumable: false }, 'held'],
    [{ hasLog: false, resumable: true, status: 'success' }, 'readable'],
    [{ hasLog: false, resumable: false, status: 'running' }, 'taken'],
    [{ hasLog: false, resumable: false, status: 'success' }, 'gone'],
  ])('R-6: tell how its events can be seen: %j', (rest, reach) => {
    expect(eventAvailability(buildRunRecord(rest))).toBe(reach);
  });
});
