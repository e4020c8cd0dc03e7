// node scripts/release/write-notes.mjs [--tag v1.2.3]: writes what the changelog says about this version into
// out/release-notes.md. With a tag, it must be the version of package.json.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inRoot } from '../lib/paths.mjs';
import { releaseNotes } from './release-notes.mjs';

const { values } = parseArgs({ options: { tag: { type: 'string' } } });
const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
if (values.tag !== undefined && values.tag !== `v${version}`)
  throw new Error(`The tag is ${values.tag}, but package.json says ${version}.`);
const notes = releaseNotes(readFileSync(inRoot('CHANGELOG.md'), 'utf8'), version);
mkdirSync(inRoot('out'), { recursive: true });
writeFileSync(inRoot('out', 'release-notes.md'), notes);
console.log(`The notes of ${version} are in out/release-notes.md.`);
