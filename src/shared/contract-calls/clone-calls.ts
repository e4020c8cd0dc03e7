import { z } from 'zod';
import { CloneBranches, CloneCheck, CloneProgress, CloneResult } from '../model/thread-clone.ts';
import { call, stream } from '../rpc/contract-types.ts';
import { onServer, onThread } from './call-inputs.ts';

const onClone = onServer.extend({ graphId: z.string().min(1), source: onThread, branches: CloneBranches });

export const cloneCalls = {
  /** Reads the thread's history and the target's graph. Changes nothing. */
  'clones.check': call(onClone, CloneCheck),
  /**
   * Makes a thread anew on the server `connectionId`, by supersteps and state updates, and compares it with its source. What is different
   * is part of the result; a clone that fails or is cancelled is deleted. Fails with `invalid-input` if the graph
   * lacks nodes that have written, and with `unsupported` if the history is too long or the server makes none.
   */
  'clones.start': call(
    onClone.extend({ cloneId: z.uuid(), name: z.string().max(200).nullable() }),
    CloneResult,
  ),
};

export const cloneStreams = {
  /** How far a clone is that was started with this id, until it is unsubscribed. */
  'clones.progress': stream(z.strictObject({ cloneId: z.uuid() }), CloneProgress),
};
