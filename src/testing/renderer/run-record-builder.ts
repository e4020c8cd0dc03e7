import type { RunRecord } from '../../shared/model/run.ts';

export function buildRunRecord(rest: Partial<RunRecord> = {}): RunRecord {
  return {
    runId: 'r',
    threadId: 't',
    assistantId: 'a',
    status: 'success',
    createdAt: '2026-11-01T00:00:00Z',
    hasLog: true,
    origin: { kind: 'input', checkpointId: null },
    source: 'studio',
    durationMs: 1200,
    inputText: '{"topic":"x"}',
    configText: null,
    contextText: null,
    webhook: null,
    resumable: true,
    joinedLate: false,
    error: null,
    tokens: null,
    ...rest,
  };
}
