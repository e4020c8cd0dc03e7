import type { CommandBinding } from '../../commands/command-registry.ts';
import { copyText } from '../../ui/copy-text.ts';
import { failedAction } from '../../ui/display/describe-error.ts';
import { showToast } from '../../ui/popups/toast-store.ts';

/* Commands have no UI of their own for their results. */

export function reportError(action: string): (error: Error) => void {
  return (error) => showToast(failedAction(action, error), 'fail');
}

export function copyCommand(what: string, text: string): CommandBinding {
  return {
    run: () =>
      void copyText(text).then((done) =>
        showToast(done ? `Copied the ${what}.` : `Could not copy the ${what}.`, done ? 'ok' : 'fail'),
      ),
  };
}
