import type { ExpectedDelivery } from '../../shared/model/webhook.ts';
import type { WebhookReach } from '../shared-ui/webhook-reach.ts';

export interface MissingCause {
  readonly text: string;
  readonly remedy: string;
}

export interface MissingFacts {
  readonly expected: ExpectedDelivery;
  // Whether a webhook from its server to `sentTo` can arrive; `null` if the server was removed.
  readonly reach: WebhookReach | null;
  // Base URL to which new runs report; `null` while the listener is not open.
  readonly base: string | null;
  readonly address: string | null;
}

// The likeliest cause first: the listener itself, then the way, then the server.
export function missingCause({ expected, reach, base, address }: MissingFacts): MissingCause {
  const { sentTo } = expected;
  if (base === null) {
    return { text: 'The listener is not open.', remedy: 'Turn it on. Servers rarely send a webhook twice.' };
  }
  if (sentTo !== base && sentTo !== address) {
    return {
      text: `The run was told to report to ${sentTo}, but the listener has moved since.`,
      remedy: 'Don’t change the address while runs are active.',
    };
  }
  if (reach && reach.remedy !== null) return { text: reach.text, remedy: reach.remedy };
  return {
    text: `The server may send no webhooks ("http": {"disable_webhooks": true}), or could not reach ${sentTo}.`,
    remedy: 'Look for the webhook in the server’s log, and check that the address is reachable from there.',
  };
}

export function expectedHeading(expected: readonly ExpectedDelivery[]): string {
  const missing = expected.filter(({ status }) => status === 'missing').length;
  const pending = expected.length - missing;
  const parts = [missing === 0 ? null : `${missing} missing`, pending === 0 ? null : `${pending} expected`];
  return parts.filter((part) => part !== null).join(', ');
}
