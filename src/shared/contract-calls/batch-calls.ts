import { z } from 'zod';
import { BatchStop, BatchView, mostBatchRows, mostBatchText } from '../model/runs/batch.ts';
import { call } from '../rpc/contract-types.ts';
import { nothing, onServer } from './call-inputs.ts';

const onBatch = onServer.extend({ batchId: z.string() });

/** Calls of the contract about batches: tables of inputs. */
export const batchCalls = {
  /** The batches of a server that this studio started, newest first; the last 20 of all servers are kept. */
  'batches.list': call(onServer, z.array(BatchView)),
  /**
   * Starts a batch: each input (JSON) gets a thread of the graph and a background run. Resolves once it is stored;
   * rows are then handed over one by one, and a refused row does not stop the others (row D-10). Fails with
   * `invalid-input` for an input that is no JSON, before anything is sent.
   */
  'batches.start': call(
    onServer.extend({
      assistantId: z.string(),
      graphId: z.string(),
      name: z.string().min(1).max(200),
      inputs: z.array(z.string().max(mostBatchText)).min(1).max(mostBatchRows),
      atOnce: z.int().min(1).max(100).nullable(),
    }),
    BatchView,
  ),
  /** Reads what has become of its runs. Fails with `not-found` if it is no longer stored. */
  'batches.refresh': call(onBatch, BatchView),
  /** Sends no more rows, and cancels the runs that have not ended. */
  'batches.stop': call(onBatch, BatchStop),
  /** Forgets a batch. Its threads and runs stay on the server. */
  'batches.forget': call(onBatch, nothing),
};
