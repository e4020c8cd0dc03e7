// Records as servers send them, told apart by their number.
import type { Assistant } from '../../../src/shared/model/assistant.ts';
import type { Cron } from '../../../src/shared/model/cron.ts';
import type { IndexedRun } from '../../../src/shared/model/run-index.ts';
import type { RunRecord } from '../../../src/shared/model/run.ts';
import type { StoreItemSummary } from '../../../src/shared/model/store-item.ts';
import type { WebhookDelivery } from '../../../src/shared/model/webhook.ts';
import { buildRunRecord } from '../../../src/testing/renderer/run-record-builder.ts';

const hour = 3_600_000;
const newest = Date.parse('2026-11-01T00:00:00Z');

const idOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const timeOf = (at: number): string => new Date(newest - at * hour).toISOString();
const listOf = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const assistants = (count: number): Assistant[] =>
  listOf(count, (at) => ({
    assistantId: idOf(at),
    graphId: `graph-${at % 5}`,
    name: `Assistant ${at}`,
    description: 'Answers questions about orders.',
    version: 1 + (at % 7),
    bySystem: at < 5,
    updatedAt: timeOf(at),
    configText: `{"configurable":{"model":"model-${at % 9}","temperature":0.2}}`,
    contextText: '{}',
  }));

export const items = (count: number): StoreItemSummary[] =>
  listOf(count, (at) => ({
    namespace: ['users', String(at % 300), 'notes'],
    key: `note-${at}`,
    preview: `{"kind":"note","text":"what somebody said in conversation ${at}"}`,
    size: 60 + (at % 500),
    updatedAt: timeOf(at),
    score: null,
  }));

export const crons = (count: number): Cron[] =>
  listOf(count, (at) => ({
    cronId: idOf(at),
    assistantId: idOf(at % 1000),
    threadId: at % 3 === 0 ? null : idOf(at),
    schedule: `${at % 60} ${at % 24} * * *`,
    timezone: null,
    enabled: at % 4 !== 0,
    nextRunAt: timeOf(-at),
    endsAt: null,
    createdAt: timeOf(at),
    updatedAt: timeOf(at),
    onRunCompleted: null,
    webhook: null,
    inputText: '{"topic":"tides"}',
    metadataText: '{}',
  }));

export const deliveries = (count: number): WebhookDelivery[] =>
  listOf(count, (at) => ({
    id: idOf(at),
    seq: count - at,
    receivedAt: timeOf(at),
    connectionId: 'demo',
    runId: idOf(at),
    threadId: idOf(at),
    tokenLast4: 'abcd',
    claimedStatus: 'success',
    confirmedStatus: 'success',
    confirmProblem: null,
    count: 1,
    size: 900,
    contentType: 'application/json',
    runEndedAt: timeOf(at),
    forwards: [],
  }));

export const runs = (count: number): RunRecord[] =>
  listOf(count, (at) => buildRunRecord({ runId: idOf(at), createdAt: timeOf(at), durationMs: 1000 + at }));

export const indexedRuns = (count: number): IndexedRun[] =>
  listOf(count, (at) => ({
    runId: idOf(at),
    threadId: idOf(at),
    threadName: `Order ${at}`,
    graphId: at % 2 === 0 ? 'agent' : 'writer',
    assistantId: idOf(at % 7),
    status: at % 11 === 0 ? 'failed' : 'finished',
    endingText: null,
    line: {
      kind: at % 11 === 0 ? 'error' : 'input',
      text: `Where is order ${at}? It should have been here.`,
    },
    createdAt: timeOf(at),
    durationMs: 1000 + at,
    tokens: 100 + at,
    models: [{ model: 'm', input: 100, cached: 0, output: at }],
    isUsageCut: false,
    source: at % 3 === 0 ? 'studio' : 'unknown',
  }));
