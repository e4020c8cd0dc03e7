import { z } from 'zod';
import { RequestEntry, RequestResponse } from './request-log.ts';
import { WebhookDelivery } from './webhook.ts';

/** Records of an opened recording that are listed; what is beyond is only counted. */
export const maxListedRecords = 500;

const counts = { total: z.int().nonnegative(), unreadable: z.int().nonnegative() };

/** Requests of a recording, newest first, without bodies. The `id` of one is its line in the file. */
export const RecordedRequests = z.strictObject({ entries: z.array(RequestEntry), ...counts });
export type RecordedRequests = z.infer<typeof RecordedRequests>;

/** A recorded request with its body, and what was kept of the response; `null` if nothing was. */
export const RecordedRequest = z.strictObject({ entry: RequestEntry, response: RequestResponse.nullable() });
export type RecordedRequest = z.infer<typeof RecordedRequest>;

/** Webhook deliveries of a recording, newest first. The `seq` of one is its line in the file. */
export const RecordedDeliveries = z.strictObject({ deliveries: z.array(WebhookDelivery), ...counts });
export type RecordedDeliveries = z.infer<typeof RecordedDeliveries>;
