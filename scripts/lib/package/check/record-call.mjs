// A program in place of one that electron-builder would fetch: it writes down what the real one was to make, and
// makes an empty file, or has the real one make it. Called as node record-call.mjs TOOL FOLDER ARGS...
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [tool = '', folder = '', ...args] = process.argv.slice(2);
if (tool === 'fpm') recordFpm();
if (tool === 'mksquashfs') recordFolder();

function recordFpm() {
  /** @param {string} option */
  const after = (option) => args[args.indexOf(option) + 1] ?? '';
  /** @type {Record<string, string>} */
  const texts = {};
  for (const option of ['--after-install', '--after-remove'])
    texts[option] = readFileSync(after(option), 'utf8');
  for (const mapping of args) {
    const [from = '', to = ''] = mapping.split('=');
    if (to.endsWith('.desktop')) texts['desktop'] = readFileSync(from, 'utf8');
    const profile = join(from, 'resources', 'apparmor-profile');
    if (to !== '' && existsSync(profile)) texts['apparmor-profile'] = readFileSync(profile, 'utf8');
  }
  const target = after('-t');
  writeFileSync(join(folder, `fpm-${target}.json`), JSON.stringify({ target, args, texts }));
  writeFileSync(after('--package'), '');
}

/** The folder that would become an AppImage. */
function recordFolder() {
  const [source = '', output = ''] = args;
  for (const name of readdirSync(source).filter((file) => file.endsWith('.desktop')))
    writeFileSync(join(folder, `appimage-${name}`), readFileSync(join(source, name)));
  const real = process.env['RECORDED_MKSQUASHFS'];
  if (real === undefined) writeFileSync(output, '');
  else process.exitCode = spawnSync(real, args, { stdio: 'inherit' }).status ?? 1;
}
