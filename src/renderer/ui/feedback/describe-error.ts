import { AppError } from '../../../shared/app-error.ts';
import { WireError } from '../../../shared/wire-error.ts';

export interface ErrorText {
  readonly sentence: string;
  readonly hint: string | null;
  /** Named facts for *Details*, in the order in which they came; the code last. */
  readonly details: readonly (readonly [string, string])[];
}

/** What was tried and failed, and why, as one line for a notice that has no room for more: `Export failed: <sentence>`. */
export function failedAction(action: string, error: unknown): string {
  return `${action}: ${describeError(error).sentence}`;
}

/** The words for anything that was thrown. What is no expected failure is a bug and says so. */
export function describeError(error: unknown): ErrorText {
  const known = error instanceof AppError ? error : WireError.safeParse(error).data;
  if (known) {
    return {
      sentence: known.message,
      hint: known.hint,
      details: [...Object.entries(known.details), ['code', known.code]],
    };
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    sentence: 'This part of the window crashed.',
    hint: 'This is a bug in the studio. See the details.',
    details: [['problem', text]],
  };
}
