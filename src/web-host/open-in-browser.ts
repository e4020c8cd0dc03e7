import { spawn } from 'node:child_process';

export function browserCommand(
  url: string,
  os: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly [string, ...string[]] | null {
  if (os === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  if (os === 'darwin') return ['open', url];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open', url] : null;
}

// Hands an address to the user's browser, without a shell. Resolves to whether a browser took it. Other users
// of the machine can read it in the list of processes: it must hold no secret.
export function openInBrowser(url: string): Promise<boolean> {
  const command = browserCommand(url, process.platform, process.env);
  if (!command) return Promise.resolve(false);
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, shell: false });
    child.once('error', () => resolve(false));
    // A browser that was not running before stays in the foreground of this command: after a while that is success.
    const timer = setTimeout(() => resolve(true), 3_000);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
    child.unref();
  });
}
