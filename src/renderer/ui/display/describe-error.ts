import { AppError } from '../../../shared/app-error.ts';
import { WireError } from '../../../shared/wire-error.ts';

export interface ErrorText {
  readonly sentence: string;
  readonly hint: string | null;
  // Named facts for *Details*, in the order received; the code is last. Each name stands once.
  readonly details: readonly (readonly [string, string])[];
  /** What was asked for may have happened: to say that it failed, or to offer it again, would be wrong. */
  readonly isUnknown?: boolean;
}

/** One line for a notice without room for more: `Export failed: <message>`. */
export function failedAction(action: string, error: unknown): string {
  const { sentence, isUnknown } = describeError(error);
  return isUnknown ? sentence : `${action}: ${sentence}`;
}

/** Whether both have the same message and hint, so that one notice is enough. */
export function isSameFailure(one: unknown, other: unknown): boolean {
  if (one === null || other === null) return false;
  const first = describeError(one);
  const second = describeError(other);
  return first.sentence === second.sentence && first.hint === second.hint;
}

// Many errors have the code of the system's or network's error that caused them.
function renameCode([name, value]: readonly [string, string]): readonly [string, string] {
  return [name === 'code' ? 'cause' : name, value];
}

/** The message of anything that was thrown. An unexpected error is reported as a bug. */
export function describeError(error: unknown): ErrorText {
  const appError = error instanceof AppError ? error : WireError.safeParse(error).data;
  if (appError) {
    return {
      sentence: appError.message,
      hint: appError.hint,
      details: [...Object.entries(appError.details).map(renameCode), ['code', appError.code]],
      isUnknown: appError.code === 'outcome-unknown',
    };
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    sentence: 'This part of the window crashed.',
    hint: 'This is a bug in the studio. See the details.',
    details: [['problem', text]],
  };
}
