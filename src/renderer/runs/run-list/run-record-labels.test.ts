import { describe, expect, it } from 'vitest';
import type { Assistant } from '../../../shared/model/assistant.ts';
import type { RunRecord } from '../../../shared/model/run.ts';
import { assistantText, eventAvailability, triggerText } from './run-record-labels.ts';
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
    ['names the version', { assistantVersion: 2 }, 3, 'Writer, version 2'],
    ['names no version', {}, 3, 'Writer, version unknown'],
    ['names no version, of an assistant at its first', {}, 1, 'Writer, version unknown'],
    ['names no version, of an assistant without versions', {}, null, 'Writer'],
  ])('name the version of the assistant of a run whose record %s', (_, change, version, text) => {
    expect(assistantText(buildRunRecord(change), [{ ...assistant, version }])).toBe(text);
  });

  it('say that an assistant is gone', () => {
    expect(assistantText(buildRunRecord(), [])).toBe('a (deleted)');
  });

  it.each<[Partial<RunRecord>, string]>([
    [{ hasLog: true, resumable: false }, 'stored'],
    [{ hasLog: false, resumable: true, status: 'success' }, 'readable'],
    [{ hasLog: false, resumable: false, status: 'running' }, 'exclusive'],
    [{ hasLog: false, resumable: false, status: 'success' }, 'gone'],
  ])('say how its events can be read: %j', (rest, reach) => {
    expect(eventAvailability(buildRunRecord(rest))).toBe(reach);
  });
});
