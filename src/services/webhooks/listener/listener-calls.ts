import { AppError } from '../../../shared/app-error.ts';
import type { StudioHandlers } from '../../../shared/contract.ts';
import type { WebhookEndpoint, WebhookListener } from '../../../shared/model/webhook.ts';
import { parseServerUrl } from '../../connections/connection-url.ts';
import { assertListenAddress, networkAddresses } from './listen-address.ts';
import type { Reachability } from './reachability.ts';
import type { ListenerControl } from './webhook-listener.ts';

export type ListenerCalls = Pick<
  StudioHandlers['calls'],
  'webhooks.setListener' | 'webhooks.configure' | 'webhooks.addresses' | 'webhooks.selfTest'
>;

export interface ListenerCallsOptions {
  readonly listener: ListenerControl;
  readonly reachability: Reachability;
  readonly endpoint: () => WebhookEndpoint;
  /** Serializes what opens, moves and closes the listener. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves once stored settings and tokens are known. */
  readonly load: () => Promise<unknown>;
  readonly setEnabled: (enabled: boolean) => Promise<void>;
  readonly setEndpoint: (endpoint: WebhookEndpoint) => Promise<void>;
}

export function createListenerCalls(options: ListenerCallsOptions): ListenerCalls {
  const { listener, reachability, endpoint, inTurn, load, setEnabled, setEndpoint } = options;
  return {
    'webhooks.setListener': ({ enabled }) =>
      inTurn(async () => {
        await load();
        await setEnabled(enabled);
        await (enabled ? listener.open(endpoint()) : listener.close());
        return listener.current();
      }),
    'webhooks.configure': (wanted) =>
      inTurn(async () => {
        await load();
        assertListenAddress(wanted.address);
        const publicUrl = wanted.publicUrl === null ? null : parseServerUrl(wanted.publicUrl).url;
        const next = { ...wanted, publicUrl };
        if (listener.current().state === 'listening') await listener.move(next);
        await setEndpoint(next);
        // The new address may open where the old one could not.
        if (listener.current().state === 'failed') await listener.open(next);
        return listener.current();
      }),
    'webhooks.addresses': async () => ({ addresses: networkAddresses() }),
    'webhooks.selfTest': async ({ publicUrl }, signal) => {
      const { url } = parseServerUrl(publicUrl);
      const { state } = listener.current();
      if (state !== 'listening') throw notListening(state, 'Turn it on, then test its public address.');
      return reachability.test(url, signal);
    },
  };
}

/** For what needs an open listener. */
export function notListening(state: WebhookListener['state'], hint: string): AppError {
  return new AppError('unsupported', `The webhook listener ${stateWords[state]}.`, { hint });
}

const stateWords = {
  off: 'is off',
  starting: 'is still starting',
  failed: 'could not open a port',
  listening: 'is not ready',
} as const;
