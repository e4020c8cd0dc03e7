import type { IncomingMessage } from 'node:http';
import type { WebhookEndpoint } from '../../shared/model/webhook.ts';

// A webhook's address with a token. `base`: the listener's own or its public URL, without trailing slash.
export function hookUrl(base: string, token: string, tokenIn: WebhookEndpoint['tokenIn']): string {
  return tokenIn === 'path' ? `${base}/hook/${token}` : `${base}/hook?token=${token}`;
}

// Header for senders that can set no path of their own.
const tokenHeader = 'x-webhook-token';

// Tokens in a request, which must have exactly one: in its path, as the parameter `token`, or in
// the header `x-webhook-token`. `null` if the path is not a webhook's. Other parameters are ignored, except
// beside a token in the path.
export function tokensOfRequest({ url = '', rawHeaders }: IncomingMessage): readonly string[] | null {
  const [path = '', query = null] = url.split(/\?(.*)/s, 2);
  const inPath = /^\/hook\/([\w-]{1,200})$/.exec(path)?.[1];
  if (inPath === undefined && path !== '/hook') return null;
  const inQuery = query === null ? [] : new URLSearchParams(query).getAll('token');
  if (inPath !== undefined && query !== null && inQuery.length === 0) return null;
  // Node joins repeated headers.
  const inHeaders = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === tokenHeader,
  );
  return [...(inPath === undefined ? [] : [inPath]), ...inQuery, ...inHeaders];
}
