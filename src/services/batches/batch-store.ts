import { z } from 'zod';
import { Batch } from '../../shared/model/runs/batch.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { DocumentSpec } from '../storage/versioned-document.ts';

/** Batches that are kept; older ones are forgotten, their threads stay. */
const mostBatches = 20;

const Batches = z.strictObject({ batches: z.array(Batch) });

export const batchDocument: DocumentSpec<z.infer<typeof Batches>> = {
  name: 'batches',
  version: 1,
  schema: Batches,
  initial: { batches: [] },
};

/** Batches, newest first. Memory has the truth; the disk follows, many changes at a time. */
export interface BatchStore {
  all(): Promise<readonly Batch[]>;
  /** Adds one. Resolves once it is on disk, else throws an `AppError` (`storage`) and adds nothing. */
  add(batch: Batch): Promise<void>;
  /** Changes one without waiting for the disk, and returns it; `null` if it is gone. Failed writes are logged. */
  change(batchId: string, change: (batch: Batch) => Batch): Promise<Batch | null>;
  remove(isMeant: (batch: Batch) => boolean): Promise<void>;
  /** Resolves once all changes are on disk. */
  settled(): Promise<void>;
}

export function createBatchStore(documents: DocumentStore, onProblem: (thrown: unknown) => void): BatchStore {
  let loaded: Promise<{ batches: readonly Batch[] }> | null = null;
  const load = () =>
    (loaded ??= documents.open(batchDocument).then((document) => ({ batches: document.value().batches })));
  let isDirty = false;
  let writing: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    const [document, memory] = await Promise.all([documents.open(batchDocument), load()]);
    while (isDirty) {
      isDirty = false;
      // One write at a time, each with all changes before it.
      await document.update(() => ({ batches: [...memory.batches] }));
    }
  };
  const save = (): Promise<void> => {
    isDirty = true;
    return (writing ??= write().finally(() => (writing = null)));
  };

  return {
    all: async () => (await load()).batches,
    async add(batch) {
      const memory = await load();
      const before = memory.batches;
      memory.batches = [batch, ...before].slice(0, mostBatches);
      try {
        await save();
      } catch (thrown) {
        memory.batches = memory.batches.filter(({ batchId }) => batchId !== batch.batchId);
        throw thrown;
      }
    },
    async change(batchId, change) {
      const memory = await load();
      const index = memory.batches.findIndex((one) => one.batchId === batchId);
      const batch = memory.batches[index];
      if (!batch) return null;
      const changed = change(batch);
      if (changed === batch) return batch;
      memory.batches = memory.batches.with(index, changed);
      save().catch(onProblem);
      return changed;
    },
    async remove(isMeant) {
      const memory = await load();
      memory.batches = memory.batches.filter((batch) => !isMeant(batch));
      await save();
    },
    async settled() {
      await writing?.catch(() => undefined);
    },
  };
}
