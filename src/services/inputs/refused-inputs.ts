import { AppError } from '../../shared/app-error.ts';
import type { Inputs } from './create-inputs.ts';

/**
 * In place of inputs while others on the network can reach the studio: they are files of the computer that runs it.
 */
export function refusedInputs(): Inputs {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new AppError('forbidden', 'Inputs are off while the studio is open to the network.', {
        hint: 'They are files of the computer that runs the studio. Start it there without --allow-network.',
      }),
    );
  return {
    filesOf: refuse,
    checkScope: refuse,
    externalChecks: refuse,
    allowAllChecks: () => undefined,
    useFolder: () => undefined,
    forget: async () => undefined,
    calls: {
      'inputs.list': refuse,
      'inputs.chooseFolder': refuse,
      'inputs.summaries': refuse,
      'inputs.externalChecks': refuse,
      'inputs.allowChecks': refuse,
      'inputs.keys': refuse,
      'inputs.saveKey': refuse,
      'inputs.forgetKey': refuse,
      'inputs.read': refuse,
      'inputs.save': refuse,
      'inputs.rename': refuse,
      'inputs.delete': refuse,
      'inputs.draft': refuse,
      'inputs.saveTest': refuse,
    },
  };
}
