import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { planLaunch } from './plan-launch.ts';

it('a port for the debugger that another program has is refused, since that would be taken for the debugger', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const planned = planLaunch({
    folder: tmpdir(),
    runtime: {
      interpreter: process.execPath,
      runner: 'run.mjs',
      argv: ['langgraph'],
      path: [],
      virtualEnv: null,
    },
    settings: { port: null, envFile: null, debugPort: port },
    lastPort: null,
    withDebugger: false,
    runnerFolder: tmpdir(),
    ownEnv: {},
  });
  await expect(planned).rejects.toMatchObject({
    code: 'conflict',
    message: `Port ${port} is in use by another program.`,
  });
  other.close();
});
