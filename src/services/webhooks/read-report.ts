import { z } from 'zod';
import type { WebhookDelivery } from '../../shared/model/webhook.ts';
import type { Report } from './hook-server.ts';

/** What a report says, none of it proven (row W-3). */
export interface ReadReport extends Pick<
  WebhookDelivery,
  'claimedStatus' | 'size' | 'contentType' | 'headers' | 'bodyText' | 'bodyIsJson'
> {
  readonly claimedRunId: string | null;
}

/** The part of the payload that the studio understands (protocol, section 8). */
const Claim = z.looseObject({
  run_id: z.string().max(200).optional().catch(undefined),
  status: z.string().max(200).optional().catch(undefined),
});

/** Headers whose values servers are known to put secrets into. */
const secretHeader = /auth|cookie|key|secret|signature|token/;

/**
 * Reads a body as UTF-8, whatever its content type says (JavaScript servers send JSON as text/plain), keeps at most
 * `keptBytes` of it, and masks the token and the values of secret headers (rows L-1, W-2 and W-4).
 */
export function readReport({ body, token, contentType, headers }: Report, keptBytes: number): ReadReport {
  const masked = (text: string): string => text.replaceAll(token, `…${token.slice(-4)}`);
  const json = parse(body.toString('utf8'));
  const claim = json === undefined ? undefined : Claim.safeParse(json).data;
  const cut = body.length > keptBytes;
  const kept = body.subarray(0, keptBytes).toString('utf8');
  return {
    claimedRunId: claim?.run_id ?? null,
    claimedStatus: claim?.status ?? null,
    size: body.length,
    contentType,
    headers: headers.map(({ name, value }) => ({
      name,
      value: secretHeader.test(name) ? `…${value.slice(-4)}` : masked(value),
    })),
    bodyText: masked(kept) + (cut ? `\n(${body.length - keptBytes} more bytes were not kept.)` : ''),
    bodyIsJson: json !== undefined && !cut,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
