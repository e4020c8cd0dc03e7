import { z } from 'zod';
import {
  IndexedRuns,
  maxSelectedRuns,
  RunDetails,
  RunIndexFilter,
  RunIndexState,
} from '../model/run-index.ts';
import { call, stream } from '../rpc/contract-types.ts';
import { nothing, onRun, onServer } from './call-inputs.ts';

export const runIndexCalls = {
  /**
   * Runs of a server, by its index, which is filled while `runIndex.watch` is open. The records of the threads of the listed
   * runs are read in the background.
   */
  'runIndex.list': call(
    onServer.extend({
      filter: RunIndexFilter,
      offset: z.int().nonnegative(),
      limit: z.int().min(1).max(200),
    }),
    IndexedRuns,
  ),
  /** Many runs at once, to act on them. Nothing is read for it. */
  'runIndex.select': call(
    onServer.extend({
      filter: RunIndexFilter,
      offset: z.int().nonnegative(),
      limit: z.int().min(1).max(maxSelectedRuns),
    }),
    IndexedRuns,
  ),
  'runIndex.details': call(onRun, RunDetails),
  /** Reads all threads of the server, and what they contain; resolves when done. Aborting it keeps what was read. */
  'runIndex.readAll': call(onServer, nothing),
};

export const runIndexStreams = {
  /** Fills the index of a server while it is watched, and says what it holds. */
  'runIndex.watch': stream(onServer, RunIndexState),
};
