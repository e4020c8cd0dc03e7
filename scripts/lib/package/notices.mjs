import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../paths.mjs';
import { packagesOf } from './packages-of.mjs';
import { bundledPackages } from './record-packages.mjs';

/** @typedef {import('./packages-of.mjs').ShippedPackage} ShippedPackage */

/** Where each part of the notices stands, in the order of the page. */
const headings = {
  window: 'In the window',
  program: 'In the desktop program',
  'web-host': 'In the web host',
  'command-line': 'In the command line',
  'demo-server': 'In the demo server',
};

/** @typedef {keyof typeof headings} ShippedPart */

/** What the last build took into parts of the studio. @param {import('./record-packages.mjs').BundledPart[]} parts */
export const bundled = (...parts) =>
  packagesOf(parts.flatMap((part) => bundledPackages(part).map((path) => `${path}/package.json`)));

/** What really ships, by part: the records of the last build. */
export function shippedPackages() {
  return /** @type {Record<ShippedPart, ShippedPackage[]>} */ ({
    window: bundled('renderer'),
    program: bundled('main', 'preload'),
    'web-host': bundled('web-host'),
    'command-line': bundled('cli'),
    'demo-server': bundled('demo-server'),
  });
}

/**
 * The text of `THIRD-PARTY-NOTICES.md`. Without versions, which the list of components (SBOM) has: it changes with
 * what ships, not with every update.
 * @param {Record<ShippedPart, readonly ShippedPackage[]>} shipped
 */
export function notices(shipped) {
  const parts = /** @type {[ShippedPart, string][]} */ (Object.entries(headings)).map(([part, heading]) => {
    const lines = byLicence(shipped[part])
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([license, packages]) => {
        const names = [...new Set(packages.map(({ name }) => name))].toSorted();
        return `- **${license}**: ${names.join(', ')}`;
      });
    return `## ${heading}\n\n${lines.join('\n')}\n`;
  });
  return `# Third-party notices

Works of others that the built studio contains. Each keeps its own licence; packages of the studio carry the full texts in
\`THIRD-PARTY-LICENSES.txt\`. Written by \`npm run notices\` from what the build takes in.

${parts.join('\n')}
## Rules

- **MIT**: the rules of gitleaks, in the desktop program, the web host and the command line

## Electron

Desktop packages contain Electron (MIT) and with it Chromium, Node.js and others, whose licences lie beside the program
as \`LICENSE.electron.txt\` and \`LICENSES.chromium.html\`.
`;
}

/** What the repository has, whatever line ends a checkout gave it. */
export const keptNotices = () =>
  readFileSync(inRoot('THIRD-PARTY-NOTICES.md'), 'utf8').replaceAll('\r\n', '\n');

/** @param {readonly ShippedPackage[]} packages @returns {[string, ShippedPackage[]][]} */
function byLicence(packages) {
  /** @type {Map<string, ShippedPackage[]>} */
  const groups = new Map();
  for (const shipped of packages)
    groups.set(shipped.license, [...(groups.get(shipped.license) ?? []), shipped]);
  return [...groups];
}

/** The full texts of the licences of everything that ships with the desktop app, for `THIRD-PARTY-LICENSES.txt`. */
export function licenceTexts() {
  return licenceTextsOf(Object.values(shippedPackages()).flat());
}

/** The full texts of the licences of packages, each once, and of the rules that find secrets. @param {readonly ShippedPackage[]} packages */
export function licenceTextsOf(packages) {
  const all = new Map(packages.map((shipped) => [`${shipped.name} ${shipped.version}`, shipped]));
  const texts = [...all]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([title, { path, license }]) => `${title} (${license})\n\n${licenceText(path, license)}\n`);
  const rules = readFileSync(inRoot('src/services/scrubbing/gitleaks-license.txt'), 'utf8').trim();
  return [...texts, `The rules of gitleaks (MIT)\n\n${rules}\n`].join(`\n${'-'.repeat(80)}\n\n`);
}

/** @param {string} folder @param {string} license */
function licenceText(folder, license) {
  const files = readdirSync(inRoot(folder)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  if (files.length > 0)
    return files.map((name) => readFileSync(inRoot(folder, name), 'utf8').trim()).join('\n\n');
  const { author } = JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8'));
  const name = typeof author === 'string' ? author : author?.name;
  return `Its package has no text of the licence, and names ${license}${name ? ` and ${name}` : ''}.`;
}
