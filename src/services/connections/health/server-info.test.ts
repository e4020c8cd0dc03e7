import { expect, it } from 'vitest';
import { readServerInfo, unknownServer } from './server-info.ts';

it('C-17: a capability that a server does not report is unknown, not missing', () => {
  const stated = readServerInfo({ version: '0.1.0', flags: { assistants: true } });
  for (const [server, known] of [
    [unknownServer, []],
    [stated, ['assistants']],
  ] as const) {
    for (const [name, { available, reason, source }] of Object.entries(server?.capabilities ?? {})) {
      if (known.some((one) => one === name)) {
        expect([name, available, source]).toEqual([name, true, 'info']);
      } else {
        expect([name, available, source]).toEqual([name, null, undefined]);
        expect(reason).toMatch(/^This server does not report/);
      }
    }
  }
});

it('C-17: a capability that a server reports as unsupported is missing', () => {
  const server = readServerInfo({ version: '1.5.1', context: 'js', flags: { crons: false } });
  expect(server?.capabilities.crons.available).toBe(false);
  expect(server?.capabilities.xrayDepth.available).toBe(false);
});
