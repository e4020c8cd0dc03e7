import { AppError } from '../../../shared/app-error.ts';
import type { RunSession } from '../../runs/run-session.ts';
import type { RunLauncher } from '../../shared-ui/run-launcher.ts';

/** What starts runs of the selected thread. Throws if there is nothing that could follow them. */
export function requireLauncher(session: RunSession): RunLauncher {
  const { launcher } = session.getState();
  if (launcher !== null) return launcher;
  throw new AppError('unsupported', 'The run dock is hidden.', { hint: 'Show it, and try again.' });
}
