import { z } from 'zod';
import { RequestResponse } from '../model/request-log.ts';
import { call } from '../rpc/contract-types.ts';
import { nothing } from './call-inputs.ts';

export const requestCalls = {
  /** `null` while pending, without a response, or if no longer stored. */
  'requests.response': call(
    z.strictObject({ id: z.int().positive() }),
    z.strictObject({ response: RequestResponse.nullable() }),
  ),
  /**
   * Sends a recorded request again, which appears in the log; only one that changes nothing. Fails with
   * `invalid-input` for others, and as the server fails.
   */
  'requests.replay': call(z.strictObject({ id: z.int().positive() }), nothing),
};
