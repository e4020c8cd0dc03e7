import { RedirectError, type RequestTarget } from '../errors.ts';

const maxRedirects = 5;

export interface FetchRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string;
  readonly signal: AbortSignal;
}

// `fetch` that follows redirects by hand, within the same origin only: plain `fetch` carries `x-api-key` to
// any host. Also refuses redirects that turn a POST into a GET. Throws `RedirectError`.
export async function fetchSameOrigin(
  send: typeof fetch,
  first: URL,
  request: FetchRequest,
  target: RequestTarget,
): Promise<Response> {
  let url = first;
  for (let hops = 0; ; hops += 1) {
    const response = await send(url.href, {
      ...request,
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    if (response.type === 'opaqueredirect') {
      throw new RedirectError(target, 0, null, 'a browser does not expose the target.');
    }
    if (!isRedirect(response.status)) return response;
    await response.body?.cancel().catch(() => {});
    url = nextUrl(url, response, request.method, target, hops);
  }
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

function nextUrl(
  from: URL,
  response: Response,
  method: string,
  requestTarget: RequestTarget,
  hops: number,
): URL {
  const { status } = response;
  const location = response.headers.get('location');
  if (location === null || !URL.canParse(location, from.href)) {
    throw new RedirectError(requestTarget, status, location, 'the target is not a URL.');
  }
  const target = new URL(location, from);
  if (target.origin !== from.origin || target.username !== '' || target.password !== '') {
    throw new RedirectError(
      requestTarget,
      status,
      target.href,
      'the target is another server, and the key must not be sent there.',
    );
  }
  if (method !== 'GET' && method !== 'HEAD' && status !== 307 && status !== 308) {
    throw new RedirectError(requestTarget, status, target.href, `a ${method} would become a GET.`);
  }
  if (hops >= maxRedirects)
    throw new RedirectError(requestTarget, status, target.href, 'too many redirects.');
  return target;
}
