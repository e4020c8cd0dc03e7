import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const program = resolve(import.meta.dirname, '../../../.cache/oauth2-proxy/oauth2-proxy');
const startMs = 30_000;

interface Oauth2ProxyOptions {
  readonly port: number;
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string; readonly redirectUri: string };
  readonly studioPort: number;
}

/** Starts OAuth2 Proxy as the guide says, and waits until it answers. It passes the ID token on as `Authorization: Bearer`. */
export async function startOauth2Proxy({
  port,
  issuer,
  client,
  studioPort,
}: Oauth2ProxyOptions): Promise<AsyncDisposable> {
  if (!existsSync(program)) throw new Error('OAuth2 Proxy is not built. npm run test:servers builds it.');
  const options = {
    'http-address': `127.0.0.1:${port}`,
    provider: 'oidc',
    'oidc-issuer-url': issuer,
    'client-id': client.id,
    'client-secret': client.secret,
    'redirect-url': client.redirectUri,
    upstream: `http://127.0.0.1:${studioPort}`,
    'pass-authorization-header': 'true',
    'skip-provider-button': 'true',
    'cookie-secret': '0123456789abcdef0123456789abcdef',
    'cookie-secure': 'false',
    'email-domain': '*',
    scope: 'openid profile email',
  };
  const child = spawn(
    program,
    Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  };
  const giveUp = Date.now() + startMs;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/ping`).catch(() => null);
    if (answer?.ok === true) return { [Symbol.asyncDispose]: stop };
    if (child.exitCode !== null || Date.now() > giveUp) {
      await stop();
      throw new Error(`OAuth2 Proxy did not start:\n${output}`);
    }
    await pause(100);
  }
}
