import { AppError } from '../../shared/app-error.ts';
import type { SecretOwner, SecretRead } from './secret-decryptor.ts';
import type { StoredSecret } from './stored-connections.ts';

export function connectionNotFound(): AppError {
  return new AppError('not-found', 'There is no such connection.', { hint: 'It may have been removed.' });
}

// For changes of a recording's entry in the list, and of what it holds.
export function recordingIsReadOnly(): AppError {
  return new AppError('unsupported', 'This is a recording, which is read-only. Nothing was changed.', {
    hint: 'Clone it to a server to continue from it.',
  });
}

export function changedMeanwhile(): AppError {
  return new AppError('conflict', 'The connection was changed elsewhere.', {
    hint: 'Review it, then repeat the change.',
  });
}

export function tooManyConnections(limit: number): AppError {
  return new AppError('invalid-input', `At most ${limit} connections are allowed.`, {
    hint: 'Remove one that is no longer needed.',
  });
}

export function locked(
  { name }: SecretOwner,
  stored: StoredSecret,
  read: Exclude<SecretRead, { readonly state: 'open' }>,
): AppError {
  const isKey = name === 'key';
  const what = isKey ? 'The key of this connection' : `The value of the ${name.replace(':', ' ')}`;
  const { why, hint } = reasonOf(stored, read);
  return new AppError('secret-locked', `${what} ${why}`, {
    hint,
    details: { where: isKey ? 'key' : 'headers' },
  });
}

function reasonOf(
  { place: index }: StoredSecret,
  read: Exclude<SecretRead, { readonly state: 'open' }>,
): { readonly why: string; readonly hint: string } {
  if (index === 'session') return { why: 'was stored only until the studio closed.', hint: 'Type it again.' };
  if (read.state === 'waiting') {
    return {
      why: 'is locked: the system key store has not responded yet.',
      hint: 'It may be waiting for you to unlock it. The studio continues when it is unlocked.',
    };
  }
  const hint = read.cause instanceof AppError ? read.cause.hint : null;
  return {
    why: "is locked: the system key store can't decrypt it.",
    hint: hint ?? 'Unlock the key store and check again, or enter it again.',
  };
}
