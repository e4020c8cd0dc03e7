import type {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookForward,
  WebhookListener,
  WebhookRefusal,
} from '../../shared/model/webhook.ts';
import { statusStyles, type Status } from '../ui/display/status-styles.ts';

export const listenerLabels: Readonly<Record<WebhookListener['state'], string>> = {
  off: 'off',
  starting: 'starting',
  listening: 'listening',
  failed: 'failed',
};

// Before the listener is turned off or moved.
export function pendingText(running: number): string {
  return running === 1 ? '1 run will still report to it.' : `${running} runs will still report to it.`;
}

export function reachText({ address }: WebhookListener, endpoint: WebhookEndpoint): string {
  if (address === null) return 'Every run gets its own token.';
  if (endpoint.publicUrl !== null) return `Public address of ${address}. Every run gets its own token.`;
  return endpoint.address === '127.0.0.1'
    ? "Every run gets its own token; only servers on the studio's computer reach it."
    : 'Every run gets its own token; anyone on the network can connect to it.';
}

export const rejectionLabels: Readonly<Record<WebhookRefusal['reason'], string>> = {
  'wrong-token': 'Unknown token.',
  'expired-token': 'Expired token.',
  'several-tokens': 'More than one token.',
  'not-post': 'Not a POST request.',
  'too-large': 'Body too large.',
  encoded: 'Compressed or encoded body.',
  'unknown-path': 'Unknown path.',
  flood: 'Too many requests.',
};

export function forwardText({ status }: WebhookForward): string {
  return status === null ? 'No response' : `Status ${status}`;
}

// The note below the list when older deliveries were dropped.
export function droppedDeliveriesText(total: number): string {
  return total === 1
    ? '1 older delivery was dropped.'
    : `${total.toLocaleString('en')} older deliveries were dropped.`;
}

const statuses = new Set<string>(Object.keys(statusStyles));
const isStatus = (word: string): word is Status => statuses.has(word);

// How a delivery's status is shown: what the server confirmed, else what the delivery claims.
export function deliveryStatus({ confirmedStatus, claimedStatus }: WebhookDelivery): Status {
  const status = confirmedStatus ?? claimedStatus ?? 'unknown';
  return isStatus(status) ? status : 'unknown';
}

// A run's status in the studio's words. An unknown status is shown as it came.
function statusText(status: string): string {
  if (status === 'interrupted') return statusStyles.waiting.label;
  return isStatus(status) ? statusStyles[status].label : status;
}

/** The status of a delivery in words. */
export function deliveryStatusText({ confirmedStatus, claimedStatus }: WebhookDelivery): string {
  const status = confirmedStatus ?? claimedStatus;
  return status === null ? 'no status' : statusText(status);
}

// The ID of a delivery's run or thread, or whether one is still to come. A recorded delivery has no token, and gets none.
export function idText({ tokenLast4 }: Pick<WebhookDelivery, 'tokenLast4'>, id: string | null): string {
  return id ?? (tokenLast4 === '' ? 'not recorded' : 'unknown yet');
}

// Whether the server was asked to confirm the report, and its answer.
export function verificationResult(delivery: WebhookDelivery): {
  readonly tone: 'ok' | 'wait' | 'mute';
  readonly text: string;
} {
  const { claimedStatus, confirmedStatus, confirmProblem } = delivery;
  if (confirmProblem !== null) return { tone: 'wait', text: `not confirmed: ${confirmProblem}` };
  if (confirmedStatus === null) return { tone: 'mute', text: 'checking with the server' };
  if (claimedStatus === null) return { tone: 'mute', text: `server says ${statusText(confirmedStatus)}` };
  return claimedStatus === confirmedStatus
    ? { tone: 'ok', text: 'confirmed by the server' }
    : {
        tone: 'wait',
        text: `claims ${statusText(claimedStatus)}, server says ${statusText(confirmedStatus)}`,
      };
}

// Milliseconds from the end of the run, by the server's clock, to the arrival, by this machine's; `null` when
// the body has no time (`run_ended_at`; docs/protocol.md, Webhooks). Clocks may differ, so it is never less
// than 0.
export function lagMs({ runEndedAt, receivedAt }: WebhookDelivery): number | null {
  const lag = Date.parse(receivedAt) - Date.parse(runEndedAt ?? '');
  return Number.isNaN(lag) ? null : Math.max(0, lag);
}
