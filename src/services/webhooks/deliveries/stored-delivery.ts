import { z } from 'zod';
import { WebhookContent, WebhookDelivery } from '../../../shared/model/webhook.ts';

export const StoredDelivery = z.strictObject({
  /** Digest of its token. */
  digest: z.string(),
  /** Equal for reports of the same run and status. */
  key: z.string(),
  /** The run named in its body. */
  claimedRunId: z.string().nullable(),
  delivery: WebhookDelivery,
  content: WebhookContent,
});
export type StoredDelivery = z.infer<typeof StoredDelivery>;

export const bodyGone = '(The body was removed to make room for newer deliveries.)';
