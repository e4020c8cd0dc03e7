import { countOf } from '../../../shared/count-of.ts';
import type { TraceReceipt, TraceSending } from '../../../shared/model/traces.ts';
import { durationText, sizeText } from '../../ui/display/format.ts';

/** How the sending of ended runs goes, in sentences. */
export function sendingText({ sent, waiting, waitingBytes }: TraceSending): string {
  const size = waitingBytes === 0 ? '' : ` (${sizeText(waitingBytes)})`;
  const rest = waiting === null ? 'how many wait is not known yet' : `${waiting} waiting${size}`;
  return `${countOf(sent, 'run')} sent, ${rest}`;
}

/** What was not sent and will not be. */
export function lostTexts({ dropped, refused, unread }: TraceSending): readonly string[] {
  return [
    dropped === 0 ? [] : `${countOf(dropped, 'run')} dropped, oldest first: the queue was full`,
    refused === 0 ? [] : `${countOf(refused, 'run')} refused by the receiver`,
    unread === 0 ? [] : `${countOf(unread, 'run')} left out: what ran could not be read`,
  ].flat();
}

export function receiptText({ url, service, rejected, durationMs }: TraceReceipt): string {
  return rejected === 0
    ? `${url} accepted the span as ${service} in ${durationText(durationMs)}.`
    : `${url} answered, but did not accept the span.`;
}
