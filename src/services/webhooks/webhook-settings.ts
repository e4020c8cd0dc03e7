import { z } from 'zod';
import type { DocumentSpec } from '../storage/versioned-document.ts';
import { StoredToken } from './token-book.ts';

/** What the listener remembers over a restart: whether it is on, its port, and the tokens that runs may still use. */
export const WebhookSettings = z.strictObject({
  enabled: z.boolean(),
  port: z.int().min(1).max(65_535).nullable(),
  tokens: z.array(StoredToken),
});
export type WebhookSettings = z.infer<typeof WebhookSettings>;

export const webhookDocument: DocumentSpec<WebhookSettings> = {
  name: 'webhooks',
  version: 1,
  schema: WebhookSettings,
  initial: { enabled: true, port: null, tokens: [] },
};
