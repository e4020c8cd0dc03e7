import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ExpectedDelivery } from '../../shared/model/webhook.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { JsonDocument } from '../storage/json-document.ts';
import type { DocumentSpec } from '../storage/versioned-document.ts';
import type { ReportedRun } from './confirm-run.ts';

const StoredExpectation = z.strictObject({ digest: z.string(), expected: ExpectedDelivery });
type StoredExpectation = z.infer<typeof StoredExpectation>;

export const expectedDocument: DocumentSpec<StoredExpectation[]> = {
  name: 'webhook-expected',
  version: 1,
  schema: z.array(StoredExpectation),
  initial: [],
};

export interface ExpectedDeliveries {
  // Reads the expected deliveries of earlier sessions, with an unknown status. Called once.
  load(documents: DocumentStore): Promise<void>;
  // `digest`: of the run's token. `sentTo`: base URL of the webhook address that the run got.
  add(digest: string, run: ReportedRun, sentTo: string): void;
  // A delivery with the token came.
  arrived(digest: string): void;
  // The run was seen to end. It is missing from a moment later on, because servers report after the end.
  ended(connectionId: string, runId: string): void;
  // What a check of the run with its server found.
  checked(id: string, isActive: boolean): void;
  get(id: string): ExpectedDelivery | null;
  remove(id: string): void;
  forget(connectionId: string): void;
  // Newest first.
  list(): ExpectedDelivery[];
  // Stops waiting; resolves when all is on disk.
  stop(): Promise<void>;
}

interface ExpectedDeliveriesOptions {
  readonly limits: { readonly expected: number; readonly graceMs: number; readonly expectedMs: number };
  // A server whose runs end with the studio: they are forgotten with it.
  readonly ownConnectionId: string;
  readonly now: () => number;
  readonly onChanged: () => void;
  readonly warn: (message: string) => void;
}

export function createExpectedDeliveries(options: ExpectedDeliveriesOptions): ExpectedDeliveries {
  const { limits, ownConnectionId, now, onChanged, warn } = options;
  const entries = new Map<string, StoredExpectation>();
  const timers = new Set<NodeJS.Timeout>();
  let document: JsonDocument<StoredExpectation[]> | null = null;

  const notifyAndSave = (): void => {
    onChanged();
    document
      ?.update(() => [...entries.values()])
      .catch((error: unknown) => warn(`Expected webhooks were not saved: ${String(error)}`));
  };
  const change = (id: string, part: Partial<ExpectedDelivery>): void => {
    const entry = entries.get(id);
    if (!entry) return;
    entries.set(id, { ...entry, expected: { ...entry.expected, ...part } });
    notifyAndSave();
  };
  const removeWhere = (isMatch: (entry: StoredExpectation) => boolean): void => {
    const removedEntries = [...entries.values()].filter(isMatch);
    for (const { expected } of removedEntries) entries.delete(expected.id);
    if (removedEntries.length > 0) notifyAndSave();
  };
  const isRecent = ({ expected }: StoredExpectation): boolean =>
    now() - Date.parse(expected.startedAt) < limits.expectedMs;

  return {
    async load(documents) {
      if (document) return;
      document = await documents.open(expectedDocument);
      for (const entry of document.value()) {
        if (entry.expected.connectionId === ownConnectionId || !isRecent(entry)) continue;
        const status = entry.expected.status === 'missing' ? 'missing' : 'unknown';
        entries.set(entry.expected.id, { ...entry, expected: { ...entry.expected, status } });
      }
    },
    add(digest, run, sentTo) {
      const startedAt = new Date(now()).toISOString();
      const expected: ExpectedDelivery = {
        ...run,
        id: randomUUID(),
        startedAt,
        sentTo,
        status: 'running',
        runEndedAt: null,
      };
      entries.set(expected.id, { digest, expected });
      for (const [id] of entries) {
        if (entries.size <= limits.expected) break;
        entries.delete(id);
      }
      notifyAndSave();
    },
    arrived: (digest) => removeWhere((entry) => entry.digest === digest),
    ended(connectionId, runId) {
      const runEndedAt = new Date(now()).toISOString();
      for (const { expected } of entries.values()) {
        if (expected.connectionId !== connectionId || expected.runId !== runId) continue;
        const timer = setTimeout(() => {
          timers.delete(timer);
          change(expected.id, { status: 'missing', runEndedAt });
        }, limits.graceMs);
        timer.unref();
        timers.add(timer);
      }
    },
    checked: (id, isActive) => change(id, { status: isActive ? 'running' : 'missing' }),
    get: (id) => entries.get(id)?.expected ?? null,
    remove: (id) => removeWhere(({ expected }) => expected.id === id),
    forget: (connectionId) => removeWhere(({ expected }) => expected.connectionId === connectionId),
    list: () => [...entries.values()].map(({ expected }) => expected).toReversed(),
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await document?.update((value) => value).catch(() => undefined);
    },
  };
}
