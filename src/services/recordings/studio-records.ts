import type { WebhookContent, WebhookDelivery } from '../../shared/model/webhook.ts';
import type { RequestLog } from '../logging/create-request-log.ts';
import type { StudioRecords } from './record-thread.ts';

/** What the studio has of a thread beside its server: deliveries of its runs, and requests that name it. */
export function studioRecordsOf(
  {
    deliveries,
    requestLog,
  }: {
    readonly deliveries: readonly (WebhookDelivery & { readonly content: WebhookContent | null })[];
    readonly requestLog: RequestLog;
  },
  connectionId: string,
  threadId: string,
): StudioRecords {
  const requests = requestLog
    .snapshot()
    .entries.filter((entry) => entry.connectionId === connectionId && entry.path.includes(threadId))
    // Those of the recording itself are no news.
    .filter(({ purpose }) => purpose !== 'recordings.record')
    .toReversed()
    .map((entry) => {
      const response = requestLog.response(entry.id);
      return JSON.stringify({
        at: entry.at,
        purpose: entry.purpose,
        method: entry.method,
        path: entry.path,
        status: entry.status,
        ms: entry.ms,
        problem: entry.problem,
        request_body: entry.requestBody,
        is_request_body_truncated: entry.isBodyTruncated,
        response_headers: response?.headers ?? null,
        response_body: response?.body ?? null,
        is_response_body_truncated: response?.isTruncated ?? false,
      });
    });
  return {
    deliveries: deliveries.map(({ content, ...delivery }) =>
      JSON.stringify({
        received_at: delivery.receivedAt,
        run_id: delivery.runId,
        thread_id: delivery.threadId,
        claimed_status: delivery.claimedStatus,
        confirmed_status: delivery.confirmedStatus,
        run_ended_at: delivery.runEndedAt,
        count: delivery.count,
        size: delivery.size,
        content_type: delivery.contentType,
        headers: content?.headers ?? null,
        body: content?.bodyText ?? null,
        is_body_whole: content?.bodyIsWhole ?? false,
      }),
    ),
    requests,
  };
}
