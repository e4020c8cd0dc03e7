import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { builderConfig, canNotarize } from '../../../packaging/electron-builder.mjs';
import { appId } from '../../../src/main/app-id.ts';
import { linkScheme } from '../../../src/shared/model/studio-link.ts';
import { inRoot } from '../paths.mjs';
import { versionOfElectron } from './check/check.mjs';

const configFor = (env: Readonly<Record<string, string | undefined>>) =>
  builderConfig({
    output: 'out',
    beside: 'beside',
    electronVersion: versionOfElectron(),
    electronDist: null,
    env,
  });
const config = configFor({});

it('the packages: for three systems, per user on Windows, nothing that updates itself', () => {
  expect(config.linux.target).toEqual(['AppImage', 'deb', 'rpm', 'tar.gz']);
  expect(config.mac.target.map(({ target, arch }) => `${target} ${arch.join(' ')}`)).toEqual([
    'dmg arm64 x64',
    'zip arm64 x64',
  ]);
  expect(config.win.target).toEqual(['nsis', 'zip']);
  expect(config.nsis.perMachine).toBe(false);
  expect(config.publish).toBeNull();
  // By which Windows knows whose notifications they are.
  expect(config.appId).toBe(appId);
  expect(config.protocols).toEqual([{ name: 'RemoteGraph Studio', schemes: [linkScheme] }]);
});

it('the sandbox stays: no --no-sandbox on Linux, the hardened runtime with one entitlement on macOS', () => {
  expect(config.linux.executableArgs).toEqual([]);
  expect(configFor({ CSC_LINK: 'a certificate' }).mac.hardenedRuntime).toBe(true);
  const entitlements = readFileSync(config.mac.entitlements, 'utf8');
  expect([...entitlements.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual([
    'com.apple.security.cs.allow-jit',
  ]);
});

it('macOS: signed by nobody without a certificate, so that Apple silicon starts it, and never half', () => {
  expect(config.mac).toMatchObject({ identity: '-', hardenedRuntime: false, notarize: false });
  // The workflow sets what it has no secret for to nothing.
  expect(configFor({ CSC_LINK: '', CSC_NAME: '' }).mac).toMatchObject({
    identity: '-',
    hardenedRuntime: false,
  });
  const apple = { APPLE_ID: 'a', APPLE_APP_SPECIFIC_PASSWORD: 'b', APPLE_TEAM_ID: 'c' };
  expect(configFor(apple).mac.notarize).toBe(false);
  for (const certificate of [{ CSC_LINK: 'a' }, { CSC_NAME: 'a' }]) {
    const { mac } = configFor({ ...certificate, ...apple });
    expect(mac).toMatchObject({ hardenedRuntime: true, notarize: true });
    expect(mac).not.toHaveProperty('identity');
  }
});

it('asks Apple’s notary service only when all secrets of one way are set', () => {
  const key = { APPLE_API_KEY: 'a', APPLE_API_KEY_ID: 'b', APPLE_API_ISSUER: 'c' };
  const password = { APPLE_ID: 'a', APPLE_APP_SPECIFIC_PASSWORD: 'b', APPLE_TEAM_ID: 'c' };
  expect(canNotarize({})).toBe(false);
  expect(canNotarize(key)).toBe(true);
  expect(canNotarize(password)).toBe(true);
  for (const way of [key, password])
    for (const name of Object.keys(way)) expect(canNotarize({ ...way, [name]: '' })).toBe(false);
});

it('electron-builder is pinned, with its lock file complete, and from no named registry', () => {
  const lock = JSON.parse(readFileSync(inRoot('packaging/builder/package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { integrity?: string; resolved?: string; link?: boolean }>>;
  };
  const { dependencies } = JSON.parse(readFileSync(inRoot('packaging/builder/package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  expect(packages.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
  expect(packages.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
});
