import { AppError } from '../shared/app-error.ts';

// Time limit for opening and locking the data folder, in ms. Another studio that holds it responds sooner.
export const dataFolderTimeoutMs = 20_000;

// Awaits `work` on the data folder. A lost disk or a hanging network never responds, and the window waits for
// it; then it throws an `AppError` (`storage`).
export function withDataFolderTimeout<T>(
  work: Promise<T>,
  folder: string,
  after: (ms: number, act: () => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(dataFolderTimeoutMs, () => {
      reject(
        new AppError('storage', `The data folder ${folder} is not responding.`, {
          hint: 'Check its disk or network drive, or set REMOTE_GRAPH_STUDIO_DATA to another folder.',
          details: { where: folder },
        }),
      );
    });
    work.then(resolve, reject).finally(cancel);
  });
}
