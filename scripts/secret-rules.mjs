// npm run secret-rules: remakes src/services/scrubbing/gitleaks-rules.ts from the rules of gitleaks (MIT), which Go's
// module client fetches at the version below; needs Go. Its patterns are of RE2; here they are translated for JavaScript, and
// freed of what they expect around a secret in source code.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRoot } from './lib/paths.mjs';
import { toJavaScript } from './lib/re2-pattern.mjs';

const version = 'v8.30.1';
const target = inRoot('src/services/scrubbing/gitleaks-rules.ts');
const license = inRoot('src/services/scrubbing/gitleaks-license.txt');

/** Rules that are not taken, and why. */
const left = new Map([
  ['generic-api-key', 'names of secrets are in sensitive-names.ts'],
  ['hashicorp-tf-password', 'the same'],
  ['freemius-secret-key', 'the same'],
  ['nuget-config-password', 'the same'],
  ['kubernetes-secret-yaml', 'takes time that grows with the square of a text'],
  ['curl-auth-header', 'the same; mask-pairs.ts finds headers'],
  ['curl-auth-user', 'the same; mask-credentials.ts finds users'],
  ['private-key', 'the same; mask-credentials.ts finds whole blocks'],
  ['sidekiq-sensitive-url', 'mask-credentials.ts finds credentials in any address'],
]);

/** Words of which each match contains one, where gitleaks looks for one around it, or for one of two letters. */
const keywords = new Map([
  ['airtable-personnal-access-token', ['pat']],
  ['azure-ad-client-secret', [...'0123456789'].map((digit) => `${digit}q~`)],
  ['jwt', ['.ey']],
  ['twilio-api-key', [...'0123456789abcdef'].map((digit) => `sk${digit}`)],
  ['vault-service-token', ['hvs.']],
]);
/** Parts of patterns that fit too much of what is no source code. */
const tooBroad = new Map([
  ['vault-service-token', String.raw`|s\.(?i:[a-z0-9]{24})`],
  ['sourcegraph-access-token', '|[a-fA-F0-9]{40}'],
]);

/** What stands between a name and its value, and behind a value, in gitleaks' patterns. */
const assignment = String.raw`(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)`;
const nameStart = /^(\(\?i\))?\[\\w\.-\]\{0,50\}\?(?:\(\?i:\[\\w\.-\]\{0,50\}\?(.*?\[\\s'"\]\{0,3\})\))?/;
const valueEnd = /\(\?:\[\\x60'"\\s;\]\|\\\\\[nr\]\|\$(?:\|\\b)?\)/g;

const { stdout } = await promisify(execFile)('go', [
  'mod',
  'download',
  '-json',
  `github.com/zricethezav/gitleaks/v8@${version}`,
]);
const { Dir: folder } = JSON.parse(stdout);
await writeFile(license, await readFile(join(folder, 'LICENSE'), 'utf8'));
const toml = await readFile(join(folder, 'config/gitleaks.toml'), 'utf8');
const rules = toml
  .split(/^\[\[rules\]\]$/m)
  .slice(1)
  .flatMap(toRule);
await writeFile(
  target,
  `import type { ScrubRule } from './scrub-rule.ts';

/** The rules of gitleaks ${version} (MIT, Copyright (c) 2019 Zachary Rice), made by scripts/secret-rules.mjs. */
export const gitleaksRules: readonly ScrubRule[] = ${JSON.stringify(rules, null, 2)};
`,
);
await promisify(execFile)(process.execPath, [inRoot('node_modules/oxfmt/bin/oxfmt'), target]);
console.log(`${rules.length} rules`);

/** @param {string} block */
function toRule(block) {
  const id = /^id = "(.*)"$/m.exec(block)?.[1] ?? '';
  const re2 = /^regex = '''([\s\S]*?)'''/m.exec(block)?.[1];
  if (re2 === undefined || left.has(id)) return [];
  const entropy = Number(/^entropy = (.*)$/m.exec(block)?.[1] ?? 0);
  const keywordList = /^keywords = \[([\s\S]*?)\]/m.exec(block)?.[1] ?? '';
  const isAssigned = re2.includes(assignment);
  const narrowed = re2
    .replace(tooBroad.get(id) ?? '', '')
    .replace(nameStart, (_, flag = '', inner = '') => flag + (inner === '' ? '' : `(?i:${inner})`))
    // More of the same token is masked with it; after a name, a longer value is another one.
    .replaceAll(valueEnd, isAssigned ? '(?![\\w-])' : '')
    .replaceAll(String.raw`(?:[^\w-]|\z)`, '')
    .replaceAll(String.raw`(?:[^a-zA-Z0-9+/]|\z)`, '');
  return [
    {
      id,
      pattern: toJavaScript(narrowed),
      keywords: keywords.get(id) ?? [...keywordList.matchAll(/"(.*?)"/g)].map(([, word]) => word),
      ...(entropy === 0 ? {} : { entropy }),
      ...(isAssigned ? { isAssigned } : {}),
    },
  ];
}
