import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GoIsMissing } from './otel-collector.mjs';
import { inRoot } from './paths.mjs';
import { run } from './process/run.mjs';

const source = 'github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.6';

/**
 * Builds OAuth2 Proxy in `.cache`, for tests of a studio behind a sign-in proxy, unless it is there.
 * @param {{ log: (line: string) => void }} options
 */
export async function installOauth2Proxy({ log }) {
  const target = inRoot('.cache', 'oauth2-proxy');
  const stampFile = join(target, 'stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === source) return;
  const go = await run('go', ['version']);
  if (go.code !== 0) throw new GoIsMissing('The tests of a team behind OAuth2 Proxy need Go.');
  log('Building OAuth2 Proxy (once)...');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const { code, output } = await run('go', ['install', source], { env: { GOBIN: target } });
  if (code !== 0) throw new Error(`OAuth2 Proxy could not be built.\n${output}`);
  writeFileSync(stampFile, source);
}
