import { escapeInvisible } from '../../shared/escape-invisible.ts';
import type { ExpectedDelivery } from '../../shared/model/webhook.ts';

const maxNamed = 6;

/** Runs that will still report, as text for the question before quitting. */
export interface PendingWebhooks {
  readonly heading: string;
  readonly runs: readonly string[];
}

/** Describes runs that will still report. `nameOf`: a server's name, if it is known. */
export async function describePendingWebhooks(
  pending: readonly ExpectedDelivery[],
  nameOf: (connectionId: string) => Promise<string | null>,
): Promise<PendingWebhooks> {
  const count = pending.length;
  const runs = await Promise.all(
    pending.slice(0, maxNamed).map(async ({ connectionId, runId }) => {
      const name = await nameOf(connectionId).catch(() => null);
      return `Run ${runId}${name === null ? '' : ` on ${escapeInvisible(name)}`}`;
    }),
  );
  return {
    heading:
      count === 1
        ? '1 run will still report to the webhook listener.'
        : `${count} runs will still report to the webhook listener.`,
    runs: count > maxNamed ? [...runs, `and ${count - maxNamed} more`] : runs,
  };
}
