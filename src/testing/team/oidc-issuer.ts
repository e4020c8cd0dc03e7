import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface Account {
  readonly sub: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/** A real OpenID Connect issuer without a login page: who comes next is who the test says. */
export interface OidcIssuer extends AsyncDisposable {
  readonly url: string;
  readonly keysUrl: string;
  next: Account;
}

/** `redirectUri`: of the client, which is the sign-in proxy. */
export async function startOidcIssuer(
  client: { readonly id: string; readonly secret: string; readonly redirectUri: string },
  { tokenSeconds = 600 }: { readonly tokenSeconds?: number } = {},
): Promise<OidcIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, Account>();
  const provider = new Provider(url, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'groups', 'email', 'email_verified'] },
    // What is asked for by scope is in the ID token, too, which the proxy passes on.
    conformIdTokenClaims: false,
    scopes: ['openid', 'profile', 'email'],
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => false },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...accounts.get(id), sub: id, email: `${id}@example.com`, email_verified: true }),
    }),
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
    ttl: { IdToken: tokenSeconds, AccessToken: tokenSeconds, Session: 3600, Grant: 3600, Interaction: 600 },
  });
  const callback = provider.callback();
  const issuer = {
    url,
    keysUrl: `${url}/jwks`,
    next: { sub: 'nobody', name: 'Nobody', groups: [] as readonly string[] },
  };
  server.on('request', (request, response) => {
    const serve = async (): Promise<void> => {
      if (!request.url?.startsWith('/login/')) return void (await callback(request, response));
      const { params } = await provider.interactionDetails(request, response);
      const { next } = issuer;
      accounts.set(next.sub, next);
      const grant = new provider.Grant({ accountId: next.sub, clientId: client.id });
      grant.addOIDCScope(String(params['scope']));
      return provider.interactionFinished(
        request,
        response,
        { login: { accountId: next.sub }, consent: { grantId: await grant.save() } },
        { mergeWithLastSubmission: true },
      );
    };
    serve().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return Object.assign(issuer, {
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
