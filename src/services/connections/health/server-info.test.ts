import { expect, it } from 'vitest';
import { readServerInfo, unknownServer } from './server-info.ts';

it('C-17: a capability that a server does not report is unknown, not missing', () => {
  for (const server of [unknownServer, readServerInfo({ version: '0.1.0', flags: { assistants: true } })]) {
    const unreported = Object.entries(server?.capabilities ?? {}).filter(([, { reason }]) =>
      reason?.startsWith('This server does not report'),
    );
    expect(unreported.map(([name, { available }]) => [name, available])).toEqual([
      ['crons', null],
      ['webhooks', null],
      ['xrayDepth', null],
      ['prune', null],
    ]);
  }
});

it('C-17: a capability that a server reports as unsupported is missing', () => {
  const server = readServerInfo({ version: '1.5.1', context: 'js', flags: { crons: false } });
  expect(server?.capabilities.crons.available).toBe(false);
  expect(server?.capabilities.xrayDepth.available).toBe(false);
});
