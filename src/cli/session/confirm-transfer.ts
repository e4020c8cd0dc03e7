import { AppError } from '../../shared/app-error.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import type { CliContext } from '../context.ts';

/**
 * Asks the user before a file is downloaded or uploaded, unless `--yes` was given. Throws an `AppError` if the answer
 * is no.
 */
export async function confirmTransfer(
  question: string,
  args: CommandArguments,
  { confirm, signal }: CliContext,
): Promise<void> {
  if (args.isSet('yes')) return;
  if (confirm === null)
    throw new AppError('confirmation-required', `${question} Nobody can be asked here.`, {
      hint: 'Add --yes.',
    });
  if (!(await confirm(question))) throw new AppError('cancelled', 'Cancelled. Nothing was sent or stored.');
  signal.throwIfAborted();
}
