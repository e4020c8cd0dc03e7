import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { pickMemberTexts } from 'exact-json';
import type { WebhookContent, WebhookDelivery } from '../../shared/model/webhook.ts';
import { isSecretHeader } from '../scrubbing/sensitive-names.ts';
import type { WebhookRequest } from './webhook-server.ts';

// Content of a delivery, none of it proven.
export interface ParsedPayload
  extends Pick<WebhookDelivery, 'claimedStatus' | 'size' | 'contentType' | 'runEndedAt'>, WebhookContent {
  readonly claimedRunId: string | null;
}

// The known part of the payload (docs/protocol.md, Webhooks).
const Claim = z.looseObject({
  run_id: z.string().max(200).optional().catch(undefined),
  status: z.string().max(200).optional().catch(undefined),
  run_ended_at: z.string().max(200).optional().catch(undefined),
});
type Claim = z.infer<typeof Claim>;

const maxContentTypeLength = 200;

// Decodes a body as UTF-8, whatever its content type (JavaScript servers send JSON as text/plain), stores at
// most `maxBytes` of it, and masks the token and the values of secret headers.
export function parsePayload(
  { body, token, contentType, headers }: WebhookRequest,
  maxBytes: number,
): ParsedPayload {
  const maskToken = (text: string): string => text.replaceAll(token, `…${token.slice(-4)}`);
  const isCut = body.length > maxBytes;
  const text = body.toString('utf8');
  // A long body is not parsed: millions of brackets cost hundreds of megabytes as objects.
  const { isJson, claim } = isCut ? { isJson: false, claim: claimInLongText(text) } : claimIn(text);
  const head = body.subarray(0, maxBytes).toString('utf8');
  return {
    claimedRunId: claim.run_id ?? null,
    claimedStatus: claim.status ?? null,
    runEndedAt: claim.run_ended_at ?? null,
    size: body.length,
    contentType: contentType?.slice(0, maxContentTypeLength) ?? null,
    headers: headers.map(({ name, value }) => ({
      name,
      value: isSecretHeader(name) ? `…${value.slice(-4)}` : maskToken(value),
    })),
    bodyText: maskToken(head) + (isCut ? `\n(${body.length - maxBytes} more bytes were not stored.)` : ''),
    bodyIsJson: isJson,
    bodyIsWhole: !isCut && isUtf8(body),
  };
}

function claimIn(text: string): { readonly isJson: boolean; readonly claim: Claim } {
  try {
    return { isJson: true, claim: Claim.safeParse(JSON.parse(text)).data ?? {} };
  } catch {
    return { isJson: false, claim: {} };
  }
}

// Parses only values short enough to be a claim.
function claimInLongText(text: string): Claim {
  try {
    const texts = pickMemberTexts(text, Object.keys(Claim.shape));
    const short = [...texts].filter(([, value]) => value.length <= 2_000);
    return Claim.parse(Object.fromEntries(short.map(([key, value]) => [key, JSON.parse(value) as unknown])));
  } catch {
    return {};
  }
}
