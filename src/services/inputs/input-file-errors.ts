import { AppError } from '../../shared/app-error.ts';
import { escapeControls } from '../logging/escape-controls.ts';
import { systemErrorReason } from '../storage/system-error-reason.ts';

/* What can be wrong with the file of an input, in words for the user. */

export function unfitPath(path: string, reason: string): AppError {
  return new AppError(
    'invalid-input',
    `${escapeControls(path)} is not a valid path for an input. ${reason}`,
    {
      hint: 'Choose another name.',
      details: { where: 'path' },
    },
  );
}

export function missingInput(path: string): AppError {
  return new AppError('not-found', `There is no input ${escapeControls(path)}.`, {
    hint: 'It may have been renamed or deleted outside the studio.',
  });
}

// It is there, and the system can't read it now: another try may.
export function unreadInput(path: string, error: unknown): AppError {
  return new AppError('storage', `${escapeControls(path)} could not be read: ${systemErrorReason(error)}.`, {
    hint: 'The file was left as it is. Check its permissions and the disk, then try again.',
    cause: error,
  });
}

// It is there, and what it is can't be read as an input.
export function unreadableInput(path: string, reason: string): AppError {
  return new AppError('invalid-input', `${escapeControls(path)} could not be read: ${reason}.`, {
    hint: 'The file was left as it is.',
  });
}

export function inputExists(path: string): AppError {
  return new AppError('conflict', `The file ${escapeControls(path)} already exists.`, {
    hint: 'Choose another name. Nothing was written.',
  });
}

export function inputChanged(path: string): AppError {
  return new AppError('conflict', `${escapeControls(path)} was changed outside the studio.`, {
    hint: 'Load the file, or overwrite it. Nothing was written.',
  });
}
