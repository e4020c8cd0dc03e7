import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linuxLauncher } from '../../../packaging/linux-launcher.mjs';

interface Kernel {
  readonly restricted?: string;
  readonly label?: string;
  readonly clone?: string;
  readonly most?: string;
  /** Of the helper beside the program. */
  readonly helperMode?: number;
}

describe.skipIf(process.platform === 'win32')('the program of the Linux packages', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'launcher '));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs the script on a system whose kernel says this, with `env` and programs of the desktop by their names. */
  function launch(kernel: Kernel, env: Record<string, string> = {}, desktop: readonly string[] = []) {
    const app = join(folder, "it's an app");
    const write = (path: string, text: string, mode = 0o644): void => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { mode });
    };
    const proc = join(folder, 'proc');
    const settings = {
      'sys/kernel/apparmor_restrict_unprivileged_userns': kernel.restricted,
      'sys/kernel/unprivileged_userns_clone': kernel.clone,
      'sys/user/max_user_namespaces': kernel.most,
      'self/attr/current': kernel.label,
    };
    for (const [name, text] of Object.entries(settings))
      if (text !== undefined) write(join(proc, name), `${text}\n`);
    write(join(app, 'studio-bin'), '#!/bin/sh\nprintf "started"\nprintf " <%s>" "$@"\n', 0o755);
    write(join(app, 'chrome-sandbox'), '');
    chmodSync(join(app, 'chrome-sandbox'), kernel.helperMode ?? 0o755);
    write(join(app, 'studio'), linuxLauncher('studio-bin', proc), 0o755);
    for (const name of desktop)
      write(join(folder, 'bin', name), `#!/bin/sh\nprintf '%s|' ${name} "$@" > '${folder}/dialog'\n`, 0o755);
    symlinkSync(join(app, 'studio'), join(folder, 'link'));
    // No dialog of this machine.
    mkdirSync(join(folder, 'bin'), { recursive: true });
    for (const name of ['cat', 'readlink', 'stat'])
      symlinkSync(join('/usr/bin', name), join(folder, 'bin', name));
    return new Promise<{ readonly code: number; readonly out: string; readonly note: string }>((resolve) => {
      execFile(
        join(folder, 'link'),
        ['remotegraph://open', 'two words', '--no-sandbox-please'],
        { env: { PATH: join(folder, 'bin'), ...env } },
        (error, out, note) => resolve({ code: Number(error?.code ?? 0), out, note }),
      );
    });
  }

  it.each<[string, Kernel]>([
    ['a kernel that restricts nothing', {}],
    [
      'a kernel whose restriction is off',
      { restricted: '0', label: 'unconfined', clone: '1', most: '127000' },
    ],
    [
      'Ubuntu 24.04 with the profile of the deb',
      { restricted: '1', label: 'remote-graph-studio (unconfined)' },
    ],
  ])('the launcher starts Electron with all arguments on %s', async (_name, kernel) => {
    expect(await launch(kernel)).toEqual({
      code: 0,
      out: 'started <remotegraph://open> <two words> <--no-sandbox-please>',
      note: '',
    });
  });

  it.each<[string, Kernel]>([
    ['Ubuntu 24.04 without a profile', { restricted: '1', label: 'unconfined' }],
    ['a kernel without user namespaces for users', { clone: '0' }],
    ['a kernel without user namespaces', { most: '0' }],
  ])('the launcher says what to do on %s, and starts nothing', async (_name, kernel) => {
    const { code, out, note } = await launch(kernel);
    expect([code, out]).toEqual([1, '']);
    expect(note).toContain('this system does not allow the sandbox');
    expect(note).toContain('Install the deb package');
    expect(note).toContain('chmod 4755');
  });

  it('the launcher never advises what an AppImage can’t have', async () => {
    const { code, note } = await launch(
      { restricted: '1', label: 'unconfined' },
      { APPIMAGE: '/x.AppImage' },
    );
    expect(code).toBe(1);
    expect(note).toContain('An AppImage can not bring that permission.');
    expect(note).not.toContain('chmod');
  });

  it.each(['zenity', 'kdialog', 'xmessage', 'notify-send'])('says it in a window by %s', async (program) => {
    await launch({ restricted: '1', label: 'unconfined' }, { DISPLAY: ':9' }, [program]);
    expect(readFileSync(join(folder, 'dialog'), 'utf8')).toMatch(
      new RegExp(`^${program}\\|.*can't open its window`, 's'),
    );
  });

  it.skipIf(process.getuid?.() !== 0)(
    'starts with a helper that an administrator has set up (needs root)',
    async () => {
      const { code } = await launch({ restricted: '1', label: 'unconfined', helperMode: 0o4755 });
      expect(code).toBe(0);
    },
  );
});
