import { useUnavailable } from '../rpc/server-features.ts';
import { useIgnoresPins } from '../shared-ui/run-stops.ts';
import { pinsOfRun, usePins, type PinOwner } from '../shared-ui/stored-pins.ts';
import type { ComposerOptions } from './composer/composer-options.ts';

/** Why a run with these options, and with the pins of its graph, can't be started; `null` if it can. */
export function useMissingForRun(
  owner: PinOwner,
  { stateless, background, ...options }: ComposerOptions,
  isFork: boolean,
): string | null {
  const isStateless = stateless && !isFork;
  const { all } = usePins(owner);
  const hasPins = !useIgnoresPins() && !isStateless;
  return useUnavailable(owner.connectionId, 'runs.start', {
    background,
    options: { ...options, interruptBefore: [], interruptAfter: [] },
    pins: hasPins ? pinsOfRun(all) : [],
    ...(isStateless ? { threadId: null } : {}),
  });
}
