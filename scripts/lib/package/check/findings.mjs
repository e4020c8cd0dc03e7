// What a package must and must not have. Pure functions: each takes what was found and returns a sentence per
// fault.
import { fuses } from '../../../../packaging/fuses.mjs';

/**
 * Compares the files of a package with those that it was made from.
 * @param {ReadonlyMap<string, string>} expected Hashes by path. @param {ReadonlyMap<string, string>} actual
 */
export function differencesOf(expected, actual) {
  return [
    ...[...expected.keys()].filter((path) => !actual.has(path)).map((path) => `${path} is missing.`),
    ...[...actual.keys()].filter((path) => !expected.has(path)).map((path) => `${path} should not be there.`),
    ...[...actual]
      .filter(([path, hash]) => expected.has(path) && expected.get(path) !== hash)
      .map(([path]) => `${path} has another content than what it was made from.`),
  ];
}

/** Kinds of files that never ship, by their paths. */
const unshippable = [
  { pattern: /(?<!\.d)\.(?:ts|tsx|mts|cts|jsx)$/, kind: 'a source' },
  { pattern: /\.d\.[mc]?ts$/, kind: 'a declaration' },
  { pattern: /\.map$/, kind: 'a source map' },
  { pattern: /\.(?:test|spec|bench)\.\w+$|(?:^|\/)(?:__tests__|e2e)\//, kind: 'a test' },
  { pattern: /(?:^|\/)\.(?!gitkeep)[^/]+/, kind: 'a hidden file' },
  {
    pattern: /(?:^|\/)(?:tsconfig.*\.json|package-lock\.json|.*\.tsbuildinfo)$/,
    kind: 'a file of development',
  },
  { pattern: /(?:^|\/)node_modules\//, kind: 'of a package, and those are bundled' },
  { pattern: /\.(?:pem|key|p12|pfx)$|(?:^|\/)\.env/, kind: 'a secret' },
];

/**
 * Files of a kind that never ships, whatever they were made from.
 * @param {Iterable<string>} paths
 */
export function unshippableFiles(paths) {
  return [...paths].flatMap((path) => {
    const rule = unshippable.find(({ pattern }) => pattern.test(path));
    return rule ? [`${path} is ${rule.kind}.`] : [];
  });
}

/** Texts that only development has: a policy that lets strings become code or strangers in, and addresses of Vite's server. */
const developmentTexts = [
  "'unsafe-eval'",
  "'unsafe-inline'",
  'wasm-unsafe-eval',
  '/@vite/',
  '/@fs/',
  '@react-refresh',
  'localhost:5173',
  'import.meta.hot',
  'sourceMappingURL=',
  'jsxDEV',
];

/**
 * Rests of development in the program's own files.
 * @param {Iterable<readonly [path: string, text: string]>} files
 */
export function developmentRests(files) {
  return [...files].flatMap(([path, text]) =>
    developmentTexts.filter((rest) => text.includes(rest)).map((rest) => `${path} contains ${rest}.`),
  );
}

/**
 * The content policy as the program sends it, compared with its source: the one thing that must not differ for
 * development.
 * @param {Iterable<readonly [path: string, text: string]>} files Texts of the program's main process.
 */
export function policyFaults(files) {
  const all = [...files].map(([, text]) => text).join('\n');
  const required = ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"];
  const missing = required.filter((directive) => !all.includes(directive));
  const policies = all.split("default-src 'none'").length - 1;
  return [
    ...missing.map((directive) => `The program's policy lacks ${directive}.`),
    ...(missing.length === 0 && policies !== 1 ? [`The program has ${policies} policies.`] : []),
  ];
}

/**
 * The fuses of a program, as read back.
 * @param {Readonly<Record<string, string | undefined>>} states States by name: `on`, `off`, or what else stands there.
 */
export function fuseFaults(states) {
  const wrong = Object.entries(fuses).flatMap(([name, wanted]) => {
    const state = wanted ? 'on' : 'off';
    return states[name] === state ? [] : [`${name} is ${states[name] ?? 'not there'}; it must be ${state}.`];
  });
  const unknown = Object.keys(states).filter((name) => !(name in fuses));
  return [...wrong, ...unknown.map((name) => `${name} is a fuse that packaging/fuses.mjs does not decide.`)];
}

/**
 * The hash of the archive's header that macOS and Windows keep with the program, which Electron compares at each start.
 * @param {{ stated: string | null, actual: string }} hashes
 */
export function integrityFaults({ stated, actual }) {
  if (stated === null) return ['The program does not know the hash of its archive.'];
  return stated === actual ? [] : ['The program knows another hash than that of its archive.'];
}

/**
 * The entry in the system's menu.
 * @param {string} entry Text of a `.desktop` file.
 */
export function desktopEntryFaults(entry) {
  const value = (/** @type {string} */ key) => new RegExp(`^${key}=(.*)$`, 'm').exec(entry)?.[1] ?? '';
  return [
    ...(entry.includes('--no-sandbox') ? ['It starts the program without its sandbox.'] : []),
    ...(/%[uU]/.test(value('Exec')) ? [] : ['It does not hand links to the program.']),
    ...(value('MimeType').includes('x-scheme-handler/remotegraph')
      ? []
      : ['It does not register remotegraph: links.']),
    ...(value('StartupWMClass') === 'remote-graph-studio' ? [] : ['Its window class is not the program’s.']),
    ...(value('Icon') === 'remote-graph-studio' ? [] : ['It has no icon.']),
  ];
}

/**
 * What the deb does after it was installed: since Ubuntu 24.04, a program without an AppArmor profile gets no user
 * namespaces, which Chromium's sandbox needs.
 * @param {{ profile: string | null, afterInstall: string, afterRemove: string, program: string }} found `profile`: text of the one in
 *   the package; `program`: where the program is installed.
 */
export function appArmorFaults({ profile, afterInstall, afterRemove, program }) {
  if (profile === null) return ['The package has no AppArmor profile.'];
  return [
    ...(profile.includes(`"${program}"`) ? [] : [`The AppArmor profile is not for ${program}.`]),
    ...(/^\s*userns,$/m.test(profile) ? [] : ['The AppArmor profile does not allow user namespaces.']),
    ...(afterInstall.includes('/etc/apparmor.d/') && afterInstall.includes('apparmor_parser')
      ? []
      : ['Nothing installs the AppArmor profile.']),
    ...(afterRemove.includes('/etc/apparmor.d/') ? [] : ['Nothing removes the AppArmor profile.']),
  ];
}
