// Records as servers send them, numbered.
import type { Assistant } from '../../../src/shared/model/assistant.ts';
import type { Cron } from '../../../src/shared/model/cron.ts';
import type { IndexedRun } from '../../../src/shared/model/run-index.ts';
import type { RunRecord } from '../../../src/shared/model/run.ts';
import type { StoreItemSummary } from '../../../src/shared/model/store-item.ts';
import type { WebhookDelivery } from '../../../src/shared/model/webhook.ts';
import { buildRunRecord } from '../../../src/testing/renderer/run-record-builder.ts';

const hour = 3_600_000;
const newest = Date.parse('2026-11-01T00:00:00Z');

const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const timeOf = (index: number): string => new Date(newest - index * hour).toISOString();
const listOf = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const assistants = (count: number): Assistant[] =>
  listOf(count, (index) => ({
    assistantId: idOf(index),
    graphId: `graph-${index % 5}`,
    name: `Assistant ${index}`,
    description: 'Answers questions about orders.',
    version: 1 + (index % 7),
    bySystem: index < 5,
    updatedAt: timeOf(index),
    configText: `{"configurable":{"model":"model-${index % 9}","temperature":0.2}}`,
    contextText: '{}',
  }));

export const items = (count: number): StoreItemSummary[] =>
  listOf(count, (index) => ({
    namespace: ['users', String(index % 300), 'notes'],
    key: `note-${index}`,
    preview: `{"kind":"note","text":"what somebody said in conversation ${index}"}`,
    size: 60 + (index % 500),
    updatedAt: timeOf(index),
    score: null,
  }));

export const crons = (count: number): Cron[] =>
  listOf(count, (index) => ({
    cronId: idOf(index),
    assistantId: idOf(index % 1000),
    threadId: index % 3 === 0 ? null : idOf(index),
    schedule: `${index % 60} ${index % 24} * * *`,
    timezone: null,
    enabled: index % 4 !== 0,
    nextRunAt: timeOf(-index),
    endsAt: null,
    createdAt: timeOf(index),
    updatedAt: timeOf(index),
    onRunCompleted: null,
    webhook: null,
    inputText: '{"topic":"tides"}',
    metadataText: '{}',
  }));

export const deliveries = (count: number): WebhookDelivery[] =>
  listOf(count, (index) => ({
    id: idOf(index),
    seq: count - index,
    receivedAt: timeOf(index),
    connectionId: 'demo',
    runId: idOf(index),
    threadId: idOf(index),
    tokenLast4: 'abcd',
    claimedStatus: 'success',
    confirmedStatus: 'success',
    confirmProblem: null,
    count: 1,
    size: 900,
    contentType: 'application/json',
    runEndedAt: timeOf(index),
    forwards: [],
  }));

export const runs = (count: number): RunRecord[] =>
  listOf(count, (index) =>
    buildRunRecord({ runId: idOf(index), createdAt: timeOf(index), durationMs: 1000 + index }),
  );

export const indexedRuns = (count: number): IndexedRun[] =>
  listOf(count, (index) => ({
    runId: idOf(index),
    threadId: idOf(index),
    threadName: `Order ${index}`,
    graphId: index % 2 === 0 ? 'agent' : 'writer',
    assistantId: idOf(index % 7),
    status: index % 11 === 0 ? 'failed' : 'finished',
    endingText: null,
    ahead: null,
    line: {
      kind: index % 11 === 0 ? 'error' : 'input',
      text: `Where is order ${index}? It should have been here.`,
    },
    createdAt: timeOf(index),
    durationMs: 1000 + index,
    tokens: 100 + index,
    models: [{ model: 'm', input: 100, cached: 0, output: index }],
    isUsageCut: false,
    source: index % 3 === 0 ? 'studio' : 'unknown',
  }));
