import { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { WebhookListener } from '../../shared/model/webhook.ts';
import { parseServerUrl } from '../connections/connection-url.ts';
import { assertListenAddress, networkAddresses } from './listen-address.ts';
import type { WebhookStore } from './webhook-store.ts';
import type { Reachability } from './reachability.ts';
import type { ListenerControl } from './listener-control.ts';

export type ListenerCalls = Pick<
  StudioHandlers['calls'],
  'webhooks.setListener' | 'webhooks.configure' | 'webhooks.addresses' | 'webhooks.selfTest'
>;

// `inTurn`: Serializes what opens, moves and closes the listener. `load`: Resolves once stored settings and tokens are known.
interface ListenerCallsOptions {
  readonly listener: ListenerControl;
  readonly reachability: Reachability;
  readonly store: Pick<WebhookStore, 'endpoint' | 'setEnabled' | 'setEndpoint'>;
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly load: () => Promise<unknown>;
  readonly onChanged: () => void;
}

export function createListenerCalls(options: ListenerCallsOptions): ListenerCalls {
  const { listener, reachability, store, inTurn, load, onChanged } = options;
  return {
    'webhooks.setListener': ({ enabled }) =>
      inTurn(async () => {
        await load();
        await store.setEnabled(enabled);
        await (enabled ? listener.open(store.endpoint()) : listener.close());
        return listener.current();
      }),
    'webhooks.configure': (settings) =>
      inTurn(async () => {
        await load();
        assertListenAddress(settings.address);
        const publicUrl = settings.publicUrl === null ? null : parseServerUrl(settings.publicUrl).url;
        const next = { ...settings, publicUrl };
        if (listener.current().state === 'listening') await listener.move(next);
        await store.setEndpoint(next);
        onChanged();
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

// For what needs an open listener.
export function notListening(state: WebhookListener['state'], hint: string): AppError {
  return new AppError('unsupported', `The webhook listener ${stateWords[state]}.`, { hint });
}

const stateWords = {
  off: 'is off',
  starting: 'is still starting',
  failed: 'could not open a port',
  listening: 'is not ready',
} as const;
