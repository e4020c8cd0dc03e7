import type { WebhookEndpoint } from '../../shared/model/webhook.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { JsonDocument } from '../storage/json-document.ts';
import { createWebhookTokenStore, type WebhookTokenStore } from './webhook-token-store.ts';
import {
  webhookDocument,
  webhookEndpointDocument,
  type WebhookLimits,
  type WebhookSettings,
} from './webhook-settings.ts';

interface WebhookStoreOptions {
  readonly documents: DocumentStore;
  readonly limits: Pick<WebhookLimits, 'expiryMs' | 'tokens'>;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

export type WebhookStore = ReturnType<typeof createWebhookStore>;

// What outlives a restart: the listener's settings, its endpoint, and the tokens that runs may still use.
export function createWebhookStore({ documents, limits, now, warn }: WebhookStoreOptions) {
  let settings: JsonDocument<WebhookSettings> | null = null;
  let endpoints: JsonDocument<WebhookEndpoint> | null = null;
  let tokens: WebhookTokenStore | null = null;

  const update = async (change: Partial<WebhookSettings>): Promise<void> => {
    await settings?.update((current) => ({ ...current, ...change }));
  };
  // In the background.
  const remember = (change: Partial<WebhookSettings>): void => {
    update(change).catch((error: unknown) => warn(`Webhook settings were not saved: ${String(error)}`));
  };
  return {
    // Reads the files, once.
    async load(): Promise<WebhookTokenStore> {
      settings ??= await documents.open(webhookDocument);
      endpoints ??= await documents.open(webhookEndpointDocument);
      const storedTokens = settings.value().tokens;
      tokens ??= createWebhookTokenStore({
        storedTokens,
        expiryMs: limits.expiryMs,
        limit: limits.tokens,
        now,
      });
      return tokens;
    },
    // `null` until they are loaded.
    tokens: (): WebhookTokenStore | null => tokens,
    endpoint: (): WebhookEndpoint => endpoints?.value() ?? webhookEndpointDocument.initial,
    isEnabled: (): boolean => settings?.value().enabled ?? true,
    // The automatic port of last time.
    lastPort: (): number | null => settings?.value().port ?? null,
    rememberPort(port: number): void {
      if (port !== settings?.value().port) remember({ port });
    },
    rememberTokens: (): void => remember({ tokens: tokens?.toStore() ?? [] }),
    saveTokens: (): Promise<void> => update({ tokens: tokens?.toStore() ?? [] }),
    setEnabled: (enabled: boolean): Promise<void> => update({ enabled }),
    async setEndpoint(endpoint: WebhookEndpoint): Promise<void> {
      await endpoints?.update(() => endpoint);
    },
    // Waits for pending writes.
    async flush(): Promise<void> {
      await settings?.update((current) => current).catch(() => undefined);
    },
  };
}
