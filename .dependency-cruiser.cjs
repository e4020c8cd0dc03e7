// Who may import whom. TypeScript's project references already refuse most wrong imports between our own
// folders; this file states the whole law once, including packages and cycles, which references can't see.

/** Where a layer is that is not a folder of `src`. */
const places = {
  'exact-json': 'packages/exact-json',
  'remote-graph': 'packages/remote-graph/src',
  'graph-server-check': 'packages/remote-graph/graph-server-check',
};
const placeOf = (layer) => places[layer] ?? `src/${layer}`;

const layers = {
  'exact-json': [],
  shared: ['exact-json'],
  'remote-graph': ['exact-json'],
  'graph-server-check': ['exact-json', 'remote-graph'],
  services: ['exact-json', 'shared', 'remote-graph'],
  preload: ['shared'],
  renderer: ['exact-json', 'shared'],
  main: ['shared', 'services'],
  'web-host': ['shared', 'services'],
  cli: ['exact-json', 'shared', 'services', 'renderer', 'web-host', 'graph-server-check'],
  testing: ['exact-json', 'shared', 'remote-graph', 'graph-server-check', 'services', 'renderer'],
};

/** Packages (beside Node's own modules) that each folder may import outside of tests. */
const packages = {
  'exact-json': [],
  shared: ['zod'],
  'remote-graph': ['@langchain/core'],
  'graph-server-check': [],
  services: [
    '@arizeai/openinference-semantic-conventions',
    '@cfworker/json-schema',
    '@lezer/common',
    '@lezer/javascript',
    '@lezer/python',
    '@opentelemetry/api',
    '@opentelemetry/otlp-transformer',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
    '@opentelemetry/semantic-conventions',
    'croner',
    'cronstrue',
    'jsonc-parser',
    'minisearch',
    'openid-client',
    'p-limit',
    'tinyqueue',
    'undici',
    'yauzl',
    'yazl',
    'zod',
  ],
  preload: ['electron'],
  main: ['electron'],
  'web-host': ['jose', 'jsonc-parser', 'ws', 'zod'],
  cli: ['@modelcontextprotocol/sdk', 'zod'],
};

/** Folders that must also run in a browser or are published alone: no Node modules at all. */
const withoutNode = ['exact-json', 'shared', 'remote-graph', 'preload', 'renderer'];

/** Rooms of the window that features share, and the ones that each may import. */
const rooms = {
  commands: ['rpc'],
  rpc: [],
  storage: ['rpc'],
  queries: ['rpc', 'ui'],
  'run-state': ['shared-ui', 'queries', 'rpc', 'ui'],
  'shared-ui': ['commands', 'queries', 'rpc', 'storage', 'ui'],
};

/** What the `exports` of each package lead to. */
const doors = {
  'exact-json': ['src/index.ts'],
  'remote-graph': [
    'src/index.ts',
    'src/client.ts',
    'src/server-check/server-check.ts',
    'src/testing.ts',
    'graph-server-check/command.ts',
  ],
};

const tests = '[.]test[.]tsx?$|^src/cli/testing/';
const escape = (name) => name.replaceAll('/', '[/]').replaceAll('.', '[.]');

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: { pathNot: '^bench/' }, to: { couldNotResolve: true } },
    {
      name: 'resolvable-bench',
      comment: 'What the benches compare with is only installed when they run.',
      severity: 'error',
      from: { path: '^bench/' },
      to: { couldNotResolve: true, path: '^[.#]' },
    },
    ...Object.entries(doors).map(([name, files]) => ({
      name: `door-${name}`,
      comment: 'Packages are imported by the entry points of their package.json.',
      severity: 'error',
      from: { pathNot: `^packages/${name}/` },
      to: { path: `^packages/${name}/`, pathNot: `^packages/${name}/(${files.map(escape).join('|')})$` },
    })),
    {
      name: 'package-tests',
      comment:
        'Tests of the packages use the servers and helpers of the repository, and nothing of the studio.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^src/', pathNot: '^src/testing/' },
    },
    ...Object.entries(layers).map(([folder, allowed]) => ({
      name: `layer-${folder}`,
      severity: 'error',
      from: { path: `^${placeOf(folder)}/`, pathNot: tests },
      to: {
        path: '^(src|packages)/',
        pathNot: `^(${[folder, ...allowed].map(placeOf).join('|')})/`,
      },
    })),
    ...Object.entries(packages).map(([folder, allowed]) => ({
      name: `packages-${folder}`,
      severity: 'error',
      from: { path: `^${placeOf(folder)}/`, pathNot: tests },
      to: {
        path: 'node_modules',
        ...(allowed.length > 0
          ? { pathNot: `node_modules/(@types/)?(${allowed.map(escape).join('|')})/` }
          : {}),
      },
    })),
    ...withoutNode.map((folder) => ({
      name: `no-node-${folder}`,
      severity: 'error',
      from: { path: `^${placeOf(folder)}/`, pathNot: tests },
      to: { dependencyTypes: ['core'] },
    })),
    {
      name: 'projections-of-the-record',
      comment:
        'What panes show of a thread is worked out from its record alone, never from events, runs or checkpoints besides it.',
      severity: 'error',
      from: { path: '^src/shared/thread-record/', pathNot: tests },
      to: {
        path: '^(src|packages)/|node_modules/',
        pathNot: '^src/shared/(thread-record/|model/thread-record[.]ts$)',
      },
    },
    {
      name: 'evidence-of-the-record',
      comment:
        'What ran is worked out once, in services/threads/record. All others ask for the record, not for what it is made of.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/services/threads/record/', tests, '^src/testing/'] },
      to: {
        path: '^src/services/threads/record/',
        pathNot: '^src/services/threads/record/(read-thread-record|record-events|thread-records)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'comparisons-of-the-record',
      comment:
        'Comparisons, bug reports and the command line tell what ran by the record: none of them reads events for it.',
      severity: 'error',
      from: { path: '^src/(services/(comparisons/|(create-|write-)?bug-report)|cli/)', pathNot: tests },
      to: { path: '^src/(shared/run-events|services/runs/log)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-without-langchain',
      comment:
        'The studio and graph-server-check start without LangChain: they take the client by doors that load no package.',
      severity: 'error',
      from: { path: '^(src/services|packages/remote-graph/graph-server-check)/', pathNot: tests },
      to: { path: '^packages/remote-graph/src/(index[.]ts|langchain/)' },
    },
    {
      name: 'cli-pure-drawing',
      comment:
        'The command line draws graphs as the window exports them, and takes nothing else from the window.',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: tests },
      to: { path: '^src/renderer/', pathNot: '^src/renderer/graph/(export|layout|model)/' },
    },
    {
      name: 'renderer-no-electron',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: 'node_modules/(electron|ws|@langchain)/' },
    },
    {
      name: 'features-apart',
      comment: 'Features of the window are composed by app/ and share only these rooms.',
      severity: 'error',
      from: { path: '^src/renderer/([^/]+)/', pathNot: ['^src/renderer/app/', tests] },
      to: {
        path: '^src/renderer/',
        pathNot: [
          '^src/renderer/$1/',
          '^src/renderer/(ui|commands|rpc|storage|queries|run-state|shared-ui)/',
        ],
      },
    },
    ...Object.entries(rooms).map(([room, allowed]) => ({
      name: `room-${room}`,
      comment: 'What features share is layered, too.',
      severity: 'error',
      from: { path: `^src/renderer/${room}/`, pathNot: tests },
      to: { path: '^src/renderer/', pathNot: `^src/renderer/(${[room, ...allowed].join('|')})/` },
    })),
    {
      name: 'controls-alone',
      comment: 'The controls know nothing of the studio.',
      severity: 'error',
      from: { path: '^src/renderer/ui/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/(renderer/ui|shared)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|[.]cache)/' },
    tsConfig: { fileName: 'tsconfig.tests.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
};
