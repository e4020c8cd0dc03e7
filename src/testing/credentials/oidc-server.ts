import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A real authorization server whose login pages are one form each, as plain as a test needs them. */
export interface OidcServer {
  readonly issuer: string;
  /** Requests by path, such as `POST /token`. */
  readonly requests: readonly string[];
  /** Whether an access token is one that this server gave and that is still good. */
  isGood(token: string): Promise<boolean>;
  /** Ends every session and token of everybody. */
  revokeAll(): void;
  /** Waits this long before each answer of the token endpoint, in milliseconds. */
  delayTokens(ms: number): void;
  close(): Promise<void>;
}

interface OidcServerOptions {
  readonly accessTokenSeconds?: number;
  readonly issuesRefreshTokens?: boolean;
}

export async function startOidcServer(options: OidcServerOptions = {}): Promise<OidcServer> {
  const { accessTokenSeconds = 3600, issuesRefreshTokens = true } = options;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stored = createMemoryAdapter();
  const provider = new Provider(issuer, {
    adapter: stored.adapter,
    clients: [
      {
        client_id: 'studio',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: ['http://127.0.0.1/callback'],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      },
    ],
    scopes: ['openid', 'offline_access'],
    cookies: { keys: ['test'] },
    features: {
      devInteractions: { enabled: false },
      deviceFlow: { enabled: true, userCodeConfirmSource, userCodeInputSource, successSource },
      revocation: { enabled: true },
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_context, interaction) => `/login/${interaction.uid}` },
    issueRefreshToken: () => issuesRefreshTokens,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: accessTokenSeconds,
      RefreshToken: 86_400,
      Session: 3600,
      Grant: 86_400,
      IdToken: 600,
    },
  });
  const requests: string[] = [];
  let tokenDelay = 0;
  const callback = provider.callback();
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    requests.push(`${request.method ?? ''} ${url.pathname}`);
    const serve = async (): Promise<void> => {
      if (url.pathname === '/token' && tokenDelay > 0)
        await new Promise((done) => setTimeout(done, tokenDelay));
      if (!url.pathname.startsWith('/login/')) return void (await callback(request, response));
      if (request.method === 'GET') {
        return void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            page(
              '<form method="post"><button name="action" value="yes">Sign in</button><button name="action" value="no">Refuse</button></form>',
            ),
          );
      }
      const isRefused = (await bodyOf(request)).includes('action=no');
      const details = await provider.interactionDetails(request, response);
      if (isRefused)
        return provider.interactionFinished(request, response, {
          error: 'access_denied',
          error_description: 'no',
        });
      const grant = new provider.Grant({ accountId: 'ada', clientId: String(details.params['client_id']) });
      grant.addOIDCScope(String(details.params['scope'] ?? ''));
      const result = { login: { accountId: 'ada' }, consent: { grantId: await grant.save() } };
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    };
    serve().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return {
    issuer,
    requests,
    isGood: async (token) => (await provider.AccessToken.find(token))?.isValid === true,
    revokeAll: () => stored.clear(),
    delayTokens: (ms) => {
      tokenDelay = ms;
    },
    close: () => closeServer(server),
  };
}

/** Does in a few requests what a person does in a browser, up to the redirect to the studio, whose address it returns. */
export async function signInLikeABrowser(start: string, action: 'yes' | 'no' = 'yes'): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let init: RequestInit = {};
  for (let hops = 0; hops < 20; hops += 1) {
    const headers = {
      ...init.headers,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      init = {};
      if (new URL(url).pathname === '/callback') return url;
      continue;
    }
    const text = await response.text();
    const form = /<form[^>]*?(?: action="([^"]*)")?[^>]*>/.exec(text);
    if (!form) return text;
    const target = /action="([^"]*)"/.exec(form[0])?.[1];
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    );
    url = target === undefined ? url : new URL(target, url).href;
    init = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([...hidden, ['action', action]]).toString(),
    };
  }
  throw new Error(`The sign-in does not end, at ${url}.`);
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><title>Login</title><body>${body}</body></html>`;
}

type DeviceContext = { body?: unknown };

function userCodeInputSource(context: DeviceContext, form: string): void {
  context.body = page(`${form}<button type="submit" form="op.deviceInputForm">Continue</button>`);
}

function userCodeConfirmSource(context: DeviceContext, form: string): void {
  context.body = page(`${form}<button type="submit" form="op.deviceConfirmForm">Confirm</button>`);
}

function successSource(context: DeviceContext): void {
  context.body = page('<p>Done.</p>');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

// The provider's own adapter can't be emptied.
function createMemoryAdapter() {
  const entries = new Map<string, Record<string, unknown>>();
  const keyOf = (name: string, id: string): string => `${name}:${id}`;
  const find = (matches: (entry: Record<string, unknown>) => boolean) => [...entries.values()].find(matches);
  class MemoryAdapter {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
    async upsert(id: string, payload: Record<string, unknown>): Promise<void> {
      entries.set(keyOf(this.name, id), { ...payload });
    }
    async find(id: string) {
      return entries.get(keyOf(this.name, id));
    }
    async findByUid(uid: string) {
      return find((entry) => entry['uid'] === uid);
    }
    async findByUserCode(userCode: string) {
      return find((entry) => entry['userCode'] === userCode);
    }
    async consume(id: string): Promise<void> {
      const entry = entries.get(keyOf(this.name, id));
      if (entry) entry['consumed'] = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string): Promise<void> {
      entries.delete(keyOf(this.name, id));
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, entry] of entries) if (entry['grantId'] === grantId) entries.delete(key);
    }
  }
  return { adapter: MemoryAdapter, clear: () => entries.clear() };
}
