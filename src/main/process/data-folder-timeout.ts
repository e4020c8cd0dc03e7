import { AppError } from '../../shared/app-error.ts';

/** How long the data folder may take to be there and be ours, in ms. Another studio that holds it answers sooner. */
export const dataFolderTimeoutMs = 20_000;

/**
 * What `work` on the data folder settles with. A folder on a disk that is gone or a network that hangs never answers, and
 * the window waits for it: then it throws an `AppError` (`storage`).
 */
export function withDataFolderTimeout<T>(
  work: Promise<T>,
  folder: string,
  after: (ms: number, act: () => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(dataFolderTimeoutMs, () => {
      reject(
        new AppError('storage', `The data folder ${folder} does not answer.`, {
          hint: 'Check its disk or network drive. REMOTE_GRAPH_STUDIO_DATA names another folder.',
          details: { where: folder },
        }),
      );
    });
    work.then(resolve, reject).finally(cancel);
  });
}
