import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../shared/app-error.ts';
import type { WithStoredCredentials } from '../../services/credentials/create-credentials.ts';
import { credentialsDocument } from '../../services/credentials/stored-credentials.ts';
import { createDocumentStore } from '../../services/storage/document-store.ts';
import { lockFolder } from '../../services/storage/folder-lock.ts';

// Another command holds the lock for a moment only; an open studio keeps it, so the attempts are limited.
const attempts = 4;
const pauseMs = 1_000;

/** Opens the stored credentials for one renewal, while no studio is open and no other command renews. */
export function withStoredCredentials(folder: string): WithStoredCredentials {
  return async (work) => {
    const lock = await lockWithRetries(folder);
    try {
      await work(await createDocumentStore({ folder }).open(credentialsDocument));
    } finally {
      await lock.release();
    }
  };
}

async function lockWithRetries(folder: string): ReturnType<typeof lockFolder> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lockFolder(folder, `command line, process ${process.pid}`);
    } catch (error) {
      if (attempt === attempts || !(error instanceof AppError)) throw error;
      await pause(pauseMs);
    }
  }
}
