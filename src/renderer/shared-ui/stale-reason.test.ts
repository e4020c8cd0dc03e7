import { describe, expect, it } from 'vitest';
import type { Assistant, AssistantVersion } from '../../shared/model/assistant.ts';
import { staleReason } from './stale-reason.ts';

const at = (minute: number): string => new Date(Date.UTC(2020, 0, 1, 12, minute)).toISOString();
const ms = (minute: number): number => Date.parse(at(minute));
const assistant = (more: Partial<Assistant> = {}): Assistant => ({
  assistantId: 'a',
  graphId: 'g',
  name: 'g',
  description: null,
  version: 2,
  bySystem: false,
  updatedAt: at(30),
  configText: '{}',
  contextText: '{"tone":"warm"}',
  ...more,
});
const version = (number: number, minute: number, contextText: string): AssistantVersion => ({
  version: number,
  createdAt: at(minute),
  createdBy: null,
  name: 'g',
  description: null,
  configText: '{}',
  contextText,
});
const versions = [version(2, 30, '{"tone": "warm"}'), version(1, 0, '{"tone":"dry"}')];
const run = (
  minute: number | null,
  more: { assistantVersion?: number; assistantId?: string | null } = {},
) => ({
  assistantId: 'a',
  createdAt: minute === null ? null : ms(minute),
  ...more,
});
const makers = { assistant: assistant(), versions, reloadedAt: null };

describe('staleReason', () => {
  it('names a change of the settings that was saved after a run', () => {
    expect(staleReason(run(10), makers)).toMatch(
      /^The assistant’s settings were changed at .*, after this ran\. It is at version 2 now\.$/,
    );
    expect(staleReason(run(40), makers)).toBeNull();
  });

  it('names the version that the server recorded with the run', () => {
    expect(staleReason(run(10, { assistantVersion: 1 }), makers)).toBe(
      'Ran with version 1 of the assistant. It is at version 2 now.',
    );
    expect(staleReason(run(10, { assistantVersion: 2 }), makers)).toBeNull();
    // A version that is not listed.
    expect(staleReason(run(10, { assistantVersion: 0 }), makers)).toBe(
      'Ran with version 0 of the assistant. It is at version 2 now.',
    );
  });

  it('is silent where only the name changed, and where an older version is the current one again', () => {
    const renamed = [version(2, 30, '{"tone":"dry"}'), version(1, 0, '{"tone":"dry"}')];
    const dry = assistant({ contextText: '{"tone":"dry"}' });
    expect(staleReason(run(10), { ...makers, assistant: dry, versions: renamed })).toBeNull();
    expect(
      staleReason(run(10, { assistantVersion: 1 }), { ...makers, assistant: dry, versions: renamed }),
    ).toBeNull();
    // Version 1 was made the current one after a run with version 2, which nothing dates.
    const back = assistant({ version: 1, contextText: '{"tone":"dry"}', updatedAt: at(50) });
    expect(staleReason(run(40), { ...makers, assistant: back })).toBeNull();
  });

  it('claims nothing without knowledge', () => {
    expect(staleReason(run(null), makers)).toBeNull();
    expect(staleReason(run(10), { ...makers, versions: null })).toBeNull();
    expect(staleReason(run(10), { ...makers, assistant: null })).toBeNull();
    expect(staleReason(run(10, { assistantId: 'other' }), makers)).toBeNull();
    expect(staleReason(run(10), { ...makers, assistant: assistant({ updatedAt: null }) })).toBeNull();
    // The version that it ran with is older than what is listed.
    expect(staleReason(run(10), { ...makers, versions: versions.slice(0, 1) })).toBeNull();
    // The server re-registered it, unchanged.
    expect(staleReason(run(40), { ...makers, assistant: assistant({ updatedAt: at(50) }) })).toBeNull();
  });

  it('names a reload of the code after a run, besides other reasons', () => {
    const none = { assistant: null, versions: null, reloadedAt: ms(20) };
    expect(staleReason(run(10), none)).toMatch(/^The project’s code was reloaded at .*, after this ran\.$/);
    expect(staleReason(run(20), none)).toBeNull();
    expect(staleReason(run(10), { ...makers, reloadedAt: ms(20) })).toMatch(
      /reloaded at .* settings were changed/,
    );
  });
});
