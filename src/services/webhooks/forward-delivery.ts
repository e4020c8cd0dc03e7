import { abortAfter } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { WebhookContent, WebhookForward } from '../../shared/model/webhook.ts';
import type { Platform } from '../common/platform.ts';
import { createHttpTransport } from '../network/http-transport.ts';
import { readBody } from '../network/read-body.ts';

export const maxForwards = 5;
const maxText = 500;
const timeoutMs = 15_000;

// Parses an address that the user typed. Throws an `AppError` (`invalid-input`).
export function forwardAddress(typed: string): string {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new AppError('invalid-input', 'The address must start with http:// or https://.', {
      details: { where: 'url' },
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw new AppError('invalid-input', 'The address contains a user name or password.', {
      hint: 'Remove it. Deliveries are forwarded without keys.',
      details: { where: 'url' },
    });
  }
  return url.href;
}

interface ForwardedDelivery {
  readonly url: string;
  readonly content: WebhookContent;
  readonly contentType: string | null;
}

// Posts a delivery's body to exactly this address, without the headers that came with it and without any key,
// and follows no redirect. What fails on the way is part of the result. Throws an `AppError` (`unsupported`) if
// not all of the body is stored, and rejects when aborted.
export async function forwardDelivery(
  platform: Pick<Platform, 'proxyFor'>,
  { url, content, contentType }: ForwardedDelivery,
  signal: AbortSignal,
): Promise<WebhookForward> {
  if (!content.bodyIsWhole) {
    throw new AppError('unsupported', 'Only part of the body is stored, so it can’t be forwarded.', {
      hint: 'Long bodies are cut off, and old ones are removed to make room for newer ones.',
    });
  }
  const transport = createHttpTransport({
    trust: { caText: null, insecure: false },
    proxyFor: (address) => platform.proxyFor(address),
  });
  const from = performance.now();
  const sentAt = new Date().toISOString();
  const result = (status: number | null, text: string): WebhookForward => ({
    at: sentAt,
    url,
    status,
    ms: performance.now() - from,
    text: text.slice(0, maxText),
  });
  try {
    const response = await transport.fetch(url, {
      method: 'POST',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      headers: { 'content-type': contentType ?? 'application/octet-stream' },
      body: content.bodyText,
      signal: abortAfter(timeoutMs, signal),
    });
    const target = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    // A character takes up to four bytes.
    const { bytes } = await readBody(response, 4 * maxText);
    return result(
      response.status,
      target === null ? new TextDecoder().decode(bytes) : `Redirects to ${target}; not followed.`,
    );
  } catch (error) {
    signal.throwIfAborted();
    return result(null, problemOf(error));
  } finally {
    await transport.close();
  }
}

function problemOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'No response within 15 s.';
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && cause.message !== '' ? cause.message : String(cause);
}
