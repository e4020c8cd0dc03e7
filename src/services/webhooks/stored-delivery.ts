import { z } from 'zod';
import { WebhookContent, WebhookDelivery } from '../../shared/model/webhook.ts';

// - `digest`: Digest of its token.
// - `key`: Equal for deliveries of the same run and status.
// - `claimedRunId`: The run named in its body.
export const StoredDelivery = z.strictObject({
  digest: z.string(),
  key: z.string(),
  claimedRunId: z.string().nullable(),
  delivery: WebhookDelivery,
  content: WebhookContent,
});
export type StoredDelivery = z.infer<typeof StoredDelivery>;

export const evictedBodyText = '(The body was removed to make room for newer deliveries.)';
