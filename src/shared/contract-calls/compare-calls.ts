import { z } from 'zod';
import { Comparison, ComparePart, CompareSide, WhatChanged } from '../model/comparison.ts';
import { call } from '../rpc/contract-types.ts';
import { onRun } from './call-inputs.ts';

export const compareCalls = {
  'compare.read': call(z.strictObject({ left: CompareSide, right: CompareSide }), Comparison),
  /** The JSON of a part, whole, as it was last compared; `null` if there is none. */
  'compare.text': call(
    z.strictObject({ side: CompareSide, part: ComparePart }),
    z.strictObject({ text: z.string().nullable() }),
    { bulk: 'text' },
  ),
  /** Compares a run with the last good run of the same graph: of its thread, else of the server. */
  'compare.whatChanged': call(onRun, WhatChanged),
};
