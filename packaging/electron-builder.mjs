import { resolve } from 'node:path';

/**
 * What electron-builder hands to the hooks; only what ours use.
 * @typedef {object} AfterPackContext
 * @property {string} appOutDir @property {string} electronPlatformName
 * @property {{ appInfo: { productFilename: string }, executableName?: string }} packager
 */

/** @param {string} name A file of this folder. */
const here = (name) => resolve(import.meta.dirname, name);

/** The id that systems know the program by. It must never change: settings and permissions hang on it. */
export const appId = 'remotegraph.studio';

/**
 * Apple's notary service is asked only when every secret of one of its two ways to log in is set.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function canNotarize(env) {
  const ways = [
    ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
    ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ];
  return ways.some((names) => names.every((name) => Boolean(env[name])));
}

/**
 * Whether there is a certificate for macOS: a file of it, or its name in the keychain.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function isSigned(env) {
  return Boolean(env['CSC_LINK'] || env['CSC_NAME']);
}

/**
 * The configuration of electron-builder, complete: it reads nothing else.
 * @param {object} options
 * @param {string} options.output Folder for what is built.
 * @param {string} options.beside Folder whose content goes into the program's `resources` folder.
 * @param {string} options.electronVersion
 * @param {string | null} options.electronDist An unpacked Electron; `null` fetches the one of this version.
 * @param {Readonly<Record<string, string | undefined>>} [options.env]
 */
export function builderConfig({ output, beside, electronVersion, electronDist, env = process.env }) {
  return {
    appId,
    copyright: 'MIT licensed. RemoteGraph Studio contributors',
    electronVersion,
    ...(electronDist === null ? {} : { electronDist }),
    directories: { output, buildResources: here('.') },
    // The program is bundled, so that no package lies in the archive. See docs/packaging.md.
    files: ['package.json', 'out/**/*'],
    // One folder up: a `node_modules` at the top of what is copied would be left out.
    extraResources: [{ from: beside, to: '.', filter: ['**/*'] }],
    asar: true,
    npmRebuild: false,
    // Nothing updates itself before releases are signed; without this, files for the updater are written.
    publish: null,
    afterPack: here('after-pack.mjs'),
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    protocols: [{ name: 'RemoteGraph Studio', schemes: ['remotegraph'] }],
    // The runtime that needs no libfuse2, which Ubuntu 24.04 does not have.
    toolsets: { appimage: '1.0.3' },
    linux: {
      target: ['AppImage', 'deb', 'rpm', 'tar.gz'],
      category: 'Development',
      icon: here('icons'),
      maintainer: 'RemoteGraph Studio contributors',
      syncDesktopName: true,
      // The default of an AppImage is --no-sandbox.
      executableArgs: [],
    },
    mac: {
      target: ['dmg', 'zip'].map((target) => ({ target, arch: ['arm64', 'x64'] })),
      category: 'public.app-category.developer-tools',
      icon: here('icons/icon.icns'),
      // Without a certificate: signed by nobody. Packing breaks the signature that Electron comes with, and macOS calls an
      // app for Apple silicon "damaged" then, with no way to open it. The hardened runtime would refuse Electron's
      // frameworks, because such signatures have no team in common, and only notarization needs it.
      ...(isSigned(env) ? {} : { identity: '-' }),
      hardenedRuntime: isSigned(env),
      gatekeeperAssess: false,
      entitlements: here('entitlements.mac.plist'),
      entitlementsInherit: here('entitlements.mac.plist'),
      notarize: isSigned(env) && canNotarize(env),
    },
    win: { target: ['nsis', 'zip'], icon: here('icons/icon.ico') },
    // For one user, without an administrator. What the user made stays when the program goes.
    nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false },
  };
}
