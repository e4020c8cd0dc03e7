import { AppError } from '../shared/app-error.ts';
import { emptyPriceTable, PriceTable } from '../shared/model/price.ts';
import type { CallsOf } from '../shared/contract.ts';
import type { DocumentStore } from './storage/document-store.ts';
import type { DocumentSpec } from './storage/versioned-document.ts';

export const priceDocument: DocumentSpec<PriceTable> = {
  name: 'prices',
  version: 1,
  schema: PriceTable,
  initial: emptyPriceTable,
};

interface Prices {
  readonly calls: CallsOf<'prices'>;
}

/** Stores the prices of tokens by model, from which costs are computed (`shared/cost.ts`). */
export function createPrices({ documents }: { readonly documents: DocumentStore }): Prices {
  return {
    calls: {
      'prices.read': async () => (await documents.open(priceDocument)).value(),
      'prices.save': async ({ expectedSavedAt, ...table }) => {
        const document = await documents.open(priceDocument);
        return document.update(({ savedAt }) => {
          if (savedAt !== expectedSavedAt) {
            throw new AppError('conflict', 'The prices were changed in another window.', {
              hint: 'Nothing was saved. Close this table and open it again to see them.',
            });
          }
          return { ...table, savedAt: new Date().toISOString() };
        });
      },
    },
  };
}
