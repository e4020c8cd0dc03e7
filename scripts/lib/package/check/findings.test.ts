import { describe, expect, it } from 'vitest';
import { fuses } from '../../../../packaging/fuses.mjs';
import {
  appArmorFaults,
  desktopEntryFaults,
  developmentRests,
  differencesOf,
  fuseFaults,
  integrityFaults,
  policyFaults,
  unshippableFiles,
} from './findings.mjs';

describe('the files of a package', () => {
  const expected = new Map([
    ['out/main/index.js', 'a'],
    ['package.json', 'b'],
  ]);

  it('are those that it was made from', () => {
    expect(differencesOf(expected, new Map(expected))).toEqual([]);
  });

  it.each([
    ['a file that is missing', [['package.json', 'b']], 'out/main/index.js is missing.'],
    ['one too many', [...expected, ['out/main/x.js', 'c']], 'out/main/x.js should not be there.'],
    [
      'one that was changed',
      [...expected, ['package.json', 'c']],
      'package.json has another content than what it was made from.',
    ],
  ] as const)('%s is found', (_what, files, fault) => {
    expect(differencesOf(expected, new Map(files as readonly (readonly [string, string])[]))).toEqual([
      fault,
    ]);
  });

  it.each([
    'out/main/index.ts',
    'out/renderer/App.tsx',
    'node_modules/a/index.d.ts',
    'out/main/index.js.map',
    'node_modules/a/a.test.js',
    'resources/demo-server/node_modules/a/index.js',
    'e2e/specs/x.js',
    'resources/demo/.env',
    'resources/demo/.langgraph_api/store.json',
    'package-lock.json',
    'certificate.p12',
  ])('%s never ships', (path) => {
    expect(unshippableFiles(['out/main/index.js', path])).toHaveLength(1);
  });

  it('what does ship is not taken for one of these', () => {
    const shipped = [
      'package.json',
      'out/preload/index.cjs',
      'resources/templates/x/gitignore',
      'a/testing.js',
    ];
    expect(unshippableFiles(shipped)).toEqual([]);
  });
});

describe('rests of development', () => {
  it.each([
    "script-src 'self' 'unsafe-eval'",
    "style-src 'unsafe-inline'",
    'fetch("http://localhost:5173")',
    'import "/@vite/client"',
    '//# sourceMappingURL=index.js.map',
  ])('%s is found', (text) => {
    expect(developmentRests([['out/main/index.js', text]])).toHaveLength(1);
  });

  it('the policy of the build is there, once', () => {
    const policy = "`default-src 'none'`,`script-src 'self'`,`frame-ancestors 'none'`";
    expect(policyFaults([['a.js', policy]])).toEqual([]);
    expect(policyFaults([['a.js', `${policy} dev ? "default-src 'none'" : ''`]])).toEqual([
      'The program has 2 policies.',
    ]);
    expect(policyFaults([['a.js', "default-src *; script-src 'self'; frame-ancestors 'none'"]])).toEqual([
      "The program's policy lacks default-src 'none'.",
    ]);
  });
});

describe('fuses that are read back', () => {
  const right = Object.fromEntries(Object.entries(fuses).map(([name, on]) => [name, on ? 'on' : 'off']));

  it('agree with the table', () => expect(fuseFaults(right)).toEqual([]));

  it.each(Object.entries(right))('%s in another state is found', (name, state) => {
    const other = state === 'on' ? 'off' : 'on';
    expect(fuseFaults({ ...right, [name]: other })).toEqual([`${name} is ${other}; it must be ${state}.`]);
    expect(fuseFaults({ ...right, [name]: undefined })).toHaveLength(1);
  });

  it('one that the table does not know is found', () => {
    expect(fuseFaults({ ...right, '9': 'off' })).toEqual([
      '9 is a fuse that packaging/fuses.mjs does not decide.',
    ]);
  });
});

it('a program without the hash of its archive, or with another one, is found', () => {
  expect(integrityFaults({ stated: 'a', actual: 'a' })).toEqual([]);
  expect(integrityFaults({ stated: 'b', actual: 'a' })).toHaveLength(1);
  expect(integrityFaults({ stated: null, actual: 'a' })).toHaveLength(1);
});

describe('the entry in the menu', () => {
  const entry = `[Desktop Entry]
Exec=AppRun %U
Icon=remote-graph-studio
StartupWMClass=remote-graph-studio
MimeType=x-scheme-handler/remotegraph;
`;

  it('keeps the sandbox and hands on links', () => expect(desktopEntryFaults(entry)).toEqual([]));

  it.each([
    ['AppRun %U', 'AppRun --no-sandbox %U'],
    ['AppRun %U', 'AppRun'],
    ['x-scheme-handler/remotegraph;', ''],
    ['StartupWMClass=remote-graph-studio', 'StartupWMClass=Electron'],
    ['Icon=remote-graph-studio', ''],
  ])('%j changed to %j is found', (from, to) => {
    expect(desktopEntryFaults(entry.replace(from, to))).toHaveLength(1);
  });
});

describe('the AppArmor profile of the deb', () => {
  const states = {
    program: '/opt/RemoteGraph Studio/remote-graph-studio',
    profile: 'profile "x" "/opt/RemoteGraph Studio/remote-graph-studio" flags=(unconfined) {\n  userns,\n}',
    afterInstall: 'cp x /etc/apparmor.d/x && apparmor_parser --replace',
    afterRemove: 'rm /etc/apparmor.d/x',
  };

  it('lets the program have its sandbox', () => expect(appArmorFaults(states)).toEqual([]));

  it.each([
    { profile: null },
    { profile: states.profile.replace('userns,', '') },
    { program: '/opt/elsewhere' },
    { afterInstall: '' },
    { afterRemove: '' },
  ])('without it a fault is found: %j', (change) => {
    expect(appArmorFaults({ ...states, ...change })).toHaveLength(1);
  });
});
