import { ModelPrice, PriceTable } from '../model/price.ts';
import { call } from '../rpc/contract-types.ts';
import { nothing } from './call-inputs.ts';
import { z } from 'zod';

export const priceCalls = {
  'prices.read': call(nothing, PriceTable),
  /**
   * Replaces the table. Fails with `conflict` unless `expectedSavedAt` is the `savedAt` of the stored one, and with `storage` if it
   * can't be written.
   */
  'prices.save': call(
    z.strictObject({
      currency: PriceTable.shape.currency,
      prices: z.array(ModelPrice).max(200),
      expectedSavedAt: z.string().nullable(),
    }),
    PriceTable,
  ),
};
