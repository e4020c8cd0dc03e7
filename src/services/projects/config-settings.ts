import { parseTree, type JsonNode } from 'exact-json';
import { countOf } from '../../shared/count-of.ts';
import type { ConfigSetting, ProjectProblem } from '../../shared/model/project.ts';
import { escapeControls } from '../logging/escape-controls.ts';
import { truncate } from '../../shared/truncate.ts';

interface ParsedSettings {
  readonly settings: readonly ConfigSetting[];
  readonly problems: readonly ProjectProblem[];
}

const maxSettings = 200;
const maxTextLength = 200;

/**
 * What `langgraph.json` sets of the server: how long data is kept, which routes are off, who gets in. Each is a
 * sentence with its line; a member that no known server reads has none. Never throws: a value of the wrong type is
 * reported as a problem.
 */
export function readConfigSettings(text: string): ParsedSettings {
  let root: JsonNode;
  try {
    root = parseTree(text);
  } catch {
    // The whole file is one problem, which is reported where it is parsed.
    return { settings: [], problems: [] };
  }
  const settings: ConfigSetting[] = [];
  const problems: ProjectProblem[] = [];
  const visit = (node: JsonNode, level: Level, parentPath: readonly string[]): void => {
    if (node.type !== 'object') return;
    for (const { key, value } of node.members) {
      if (settings.length + problems.length >= maxSettings) return;
      const path = [...parentPath, key];
      const line = lineAt(text, value.start);
      const entry = Object.hasOwn(level, key) ? level[key] : undefined;
      const name = shortText(path.join('.'));
      if (entry === undefined) {
        settings.push({ name, line, text: null });
        continue;
      }
      // As if it were missing.
      if (value.type === 'null') continue;
      if (!isSetting(entry)) {
        if (value.type === 'object') visit(value, entry, path);
        else problems.push(wrongType(name, line, 'an object', text, value));
        continue;
      }
      const parsed: unknown = JSON.parse(text.slice(value.start, value.end));
      if (entry.type.fits(parsed)) {
        const description = entry.describe(parsed);
        if (description !== null) settings.push({ name, line, text: shortText(description) });
      } else problems.push(wrongType(name, line, entry.type.name, text, value));
    }
  };
  visit(root, fileMembers, []);
  return { settings, problems };
}

interface Type {
  readonly name: string;
  readonly fits: (value: unknown) => boolean;
}

interface Setting {
  readonly type: Type;
  /** `null`: there is nothing to say about this value. */
  readonly describe: (value: unknown) => string | null;
}

interface Level {
  readonly [key: string]: Setting | Level;
}

function isSetting(entry: Setting | Level): entry is Setting {
  return typeof entry['describe'] === 'function';
}

const textType: Type = { name: 'a text', fits: (value) => typeof value === 'string' };
const booleanType: Type = { name: 'true or false', fits: (value) => typeof value === 'boolean' };
const numberType: Type = { name: 'a number', fits: (value) => typeof value === 'number' };
const objectType: Type = {
  name: 'an object',
  fits: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};
const textListType: Type = {
  name: 'a list of texts',
  fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};
const numberListType: Type = {
  name: 'a list of numbers',
  fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'number'),
};
const anyType: Type = { name: '', fits: () => true };

const withoutDescription = (type: Type): Setting => ({ type, describe: () => null });
const sentence = (say: (value: string) => string): Setting => ({
  type: textType,
  describe: (value) => say(String(value)),
});
const flag = (on: string, off: string): Setting => ({
  type: booleanType,
  describe: (value) => (value === true ? on : off),
});
const number = (say: (value: number) => string): Setting => ({
  type: numberType,
  describe: (value) => say(Number(value)),
});
const list = (type: Type, say: (items: string) => string, none: string): Setting => ({
  type,
  describe: (value) => (Array.isArray(value) && value.length > 0 ? say(value.join(', ')) : none),
});

function minutes(value: number): string {
  const count = countOf(value, 'minute');
  if (value >= 2 * 1440 && value % 1440 === 0) return `${count} (${countOf(value / 1440, 'day')})`;
  return value >= 120 && value % 60 === 0 ? `${count} (${countOf(value / 60, 'hour')})` : count;
}

const routes = (what: string): Setting =>
  flag(`The server has no routes for ${what}.`, `The routes for ${what} are on, as by default.`);

const headerRule: Level = {
  includes: list(textListType, (names) => `Only these: ${names}.`, 'None are named.'),
  excludes: list(textListType, (names) => `Not these: ${names}.`, 'None are named.'),
};

const http: Level = {
  app: sentence((path) => `Routes of the project’s own are added: ${path}.`),
  disable_assistants: routes('assistants'),
  disable_threads: routes('threads'),
  disable_runs: routes('runs'),
  disable_store: routes('memory'),
  disable_mcp: routes('MCP'),
  disable_a2a: routes('A2A'),
  disable_meta: flag(
    'The server does not say which version it is, and has no /info, /docs, /openapi.json and /metrics.',
    'The server says which version it is, as by default.',
  ),
  disable_ui: routes('user interfaces'),
  disable_webhooks: flag('Webhooks of runs are never sent.', 'Webhooks of runs are sent, as by default.'),
  cors: {
    allow_origins: list(
      textListType,
      (origins) =>
        origins.split(', ').includes('*')
          ? 'Every web page may call the server.'
          : `Web pages of these origins may call the server: ${origins}.`,
      'No web page may call the server.',
    ),
    allow_methods: list(
      textListType,
      (names) => `Web pages may use ${names}.`,
      'Web pages may use no method.',
    ),
    allow_headers: list(
      textListType,
      (names) => `Web pages may send the headers ${names}.`,
      'Web pages may send no headers.',
    ),
    allow_credentials: flag('Web pages may send cookies.', 'Web pages may not send cookies.'),
    allow_origin_regex: sentence(
      (pattern) => `Web pages whose origin matches ${pattern} may call the server.`,
    ),
    expose_headers: list(
      textListType,
      (names) => `Web pages may read the headers ${names}.`,
      'Web pages may read no headers.',
    ),
    max_age: number((seconds) => `Browsers remember these rules for ${countOf(seconds, 'second')}.`),
  },
  configurable_headers: {
    includes: list(
      textListType,
      (names) => `Runs get these headers of requests: ${names}.`,
      'Runs get no headers of requests.',
    ),
    excludes: list(
      textListType,
      (names) => `Runs don’t get these headers of requests: ${names}.`,
      'No header is kept from runs.',
    ),
  },
  logging_headers: headerRule,
  middleware_order: sentence((order) =>
    order === 'auth_first'
      ? 'Authentication comes before the project’s middleware.'
      : order === 'middleware_first'
        ? 'The project’s middleware comes before authentication, as by default.'
        : `Order of middleware: ${order}.`,
  ),
  enable_custom_route_auth: flag(
    'The project’s own routes need authentication, too.',
    'The project’s own routes need no authentication, as by default.',
  ),
  mount_prefix: sentence((prefix) => `All routes begin with ${prefix}: it belongs to the server’s address.`),
};

/** The members that the command lines of Python (0.4.40) and JavaScript (1.5.1) read. */
const fileMembers: Level = {
  ...Object.fromEntries(
    [
      'graphs',
      'env',
      'dependencies',
      'python_version',
      'node_version',
      'api_version',
      'base_image',
      'image_distro',
      'pip_config_file',
      'pip_installer',
      'dockerfile_lines',
      'docker_compose_file',
      'keep_pkg_tools',
      'source',
      'ui',
      'ui_config',
      'node_loader',
      '$schema',
      '_INTERNAL_docker_tag',
    ].map((key) => [key, withoutDescription(anyType)]),
  ),
  store: {
    index: {
      dims: number((count) => `Memory is searched by meaning, by vectors of ${countOf(count, 'number')}.`),
      embed: sentence((model) => `Texts of memory are embedded by ${model}.`),
      fields: list(textListType, (fields) => `Embedded are ${fields}.`, 'No fields of items are embedded.'),
    },
    ttl: {
      refresh_on_read: flag(
        'Reading an item of memory starts its time anew.',
        'Reading an item of memory does not extend its time.',
      ),
      default_ttl: number((value) => `Items of memory expire after ${minutes(value)}.`),
      sweep_interval_minutes: number((value) => `Expired items are deleted every ${minutes(value)}.`),
    },
  },
  checkpointer: {
    path: sentence((path) => `Checkpoints are stored by the project’s own code: ${path}.`),
    ttl: {
      strategy: sentence((strategy) =>
        strategy === 'delete'
          ? 'A thread that has expired is deleted with all its data.'
          : strategy === 'keep_latest'
            ? 'Of a thread that has expired, old checkpoints are deleted and the latest state is kept.'
            : `What happens to a thread that has expired: ${strategy}.`,
      ),
      default_ttl: number((value) => `Threads expire after ${minutes(value)}.`),
      sweep_interval_minutes: number((value) => `Expired threads are looked for every ${minutes(value)}.`),
      sweep_limit: number((count) => `At most ${countOf(count, 'thread')} at a time.`),
    },
    serde: withoutDescription(objectType),
  },
  http,
  auth: {
    path: sentence((path) => `The project’s own code decides who gets in: ${path}.`),
    disable_studio_auth: flag(
      'The header of studios does not get around the project’s authentication.',
      'Requests with the header of studios are not checked by the project’s authentication.',
    ),
    openapi: withoutDescription(objectType),
    cache: withoutDescription(objectType),
    allow_langsmith_api_keys: withoutDescription(booleanType),
  },
  encryption: {
    path: sentence((path) => `Stored data is encrypted by the project’s own code: ${path}.`),
  },
  priority: { path: sentence((path) => `The project’s own code decides which runs come first: ${path}.`) },
  webhooks: {
    env_prefix: sentence((prefix) => `Headers of webhooks may use variables that begin with ${prefix}.`),
    url: {
      require_https: flag('Webhooks go to https addresses only.', 'Webhooks may go to http addresses.'),
      allowed_domains: list(
        textListType,
        (domains) => `Webhooks go to these hosts only: ${domains}.`,
        'Webhooks may go to any public host.',
      ),
      allowed_ports: list(
        numberListType,
        (ports) => `Webhooks go to these ports only: ${ports}.`,
        'Webhooks may go to any port.',
      ),
      max_url_length: number((count) => `Addresses of webhooks have at most ${countOf(count, 'character')}.`),
      disable_loopback: flag(
        'Webhooks may not call the server itself.',
        'Webhooks may call the server itself.',
      ),
    },
    headers: {
      type: objectType,
      // Values may be secrets.
      describe: (value) =>
        `Webhooks have the headers ${Object.keys(value ?? {}).join(', ') || 'of the server only'}.`,
    },
  },
};

function wrongType(name: string, line: number, type: string, text: string, value: JsonNode): ProjectProblem {
  const excerpt = shortText(text.slice(value.start, Math.min(value.end, value.start + maxTextLength)));
  return {
    severity: 'warning',
    message: `langgraph.json, line ${line}: "${name}" must be ${type}, and is ${excerpt}.`,
    hint: 'The server may refuse to start, or ignore it.',
    command: null,
    canInstall: false,
  };
}

function shortText(value: string): string {
  const safe = escapeControls(value);
  return truncate(safe, maxTextLength);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
