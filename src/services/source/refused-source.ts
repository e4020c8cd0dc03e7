import { AppError } from '../../shared/app-error.ts';
import type { CallsOf } from '../../shared/contract.ts';

/** In place of the source of projects while others on the network can reach the studio: it reads files and starts an editor. */
export function refusedSource(): { readonly calls: CallsOf<'source'> } {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new AppError('forbidden', 'Source can’t be opened while the studio is open to the network.', {
        hint: 'Opening it reads files and starts an editor on the computer that runs the studio. Start the studio there without --allow-network.',
      }),
    );
  return {
    calls: {
      'source.find': refuse,
      'source.open': refuse,
      'source.editors': refuse,
      'source.chooseEditor': refuse,
    },
  };
}
