import { access, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explainEarlyEnd, runElectron } from './run-electron.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fake electron's "));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Replaces Electron's program. */
async function fake(script: string): Promise<string> {
  const path = join(folder, 'electron');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

const chromiumOutput =
  'FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured correctly. ' +
  'Rather than run without sandboxing I am aborting now.';

describe.runIf(process.platform !== 'win32')('an Electron that ends at once', () => {
  test('says that the sandbox is forbidden, and what allows it, in words that can be pasted', async () => {
    const failure = await runElectron(await fake(`echo '${chromiumOutput}' >&2; kill -TRAP $$`), []).failure;
    expect(failure?.reason).toBe("this system does not allow Electron's sandbox");
    const helper = join(folder, 'chrome-sandbox').replace("'", String.raw`'\''`);
    expect(failure?.remedy).toContain(`sudo chown root:root '${helper}'`);
    expect(failure?.remedy).toContain(`sudo chmod 4755 '${helper}'`);
  });

  test('names a library that is missing', async () => {
    const output =
      'electron: error while loading shared libraries: libnss3.so: cannot open shared object file';
    const failure = await runElectron(await fake(`echo '${output}' >&2; exit 127`), []).failure;
    expect(failure?.reason).toContain('libnss3.so');
  });

  test('names the signal that ended it as a shell does', async () => {
    const failure = await runElectron(await fake('kill -SEGV $$'), []).failure;
    expect(failure).toEqual({ reason: 'it exited immediately (code 139)', remedy: null });
  });

  test('is not waited for when something that it started holds its output open', async () => {
    // It lasts until the test lets it go, which happens after the end that is waited for (or 30 s).
    const holder =
      'n=0; while [ ! -e "$0.released" ] && [ $n -lt 300 ]; do n=$((n+1)); sleep 0.1; done; : > "$0.ended"';
    const path = await fake(`(${holder}) & echo late >&2; exit 3`);
    const failure = await runElectron(path, []).failure;
    expect(failure?.reason).toContain('code 3');
    await expect(access(`${path}.ended`)).rejects.toMatchObject({ code: 'ENOENT' });
    await writeFile(`${path}.released`, '');
    await expect.poll(() => access(`${path}.ended`)).toBeUndefined();
  });

  test('one that was closed by its user is no failure', async () => {
    expect(await runElectron(await fake('exit 0'), []).failure).toBeNull();
  });
});

test('a death by signal without words is the sandbox where the kernel refuses it, and not elsewhere', () => {
  const end = { code: 133, output: '', executable: '/opt/electron' };
  expect(explainEarlyEnd({ ...end, forbidden: true }).reason).toContain('sandbox');
  expect(explainEarlyEnd({ ...end, forbidden: false }).reason).toContain('code 133');
  expect(explainEarlyEnd({ ...end, code: 1, forbidden: true }).reason).toContain('code 1');
});
