import { expect, it } from 'vitest';
import { readServerInfo, unknownServer } from './server-info.ts';

it('a capability that a server does not report is unknown, not missing', () => {
  const stated = readServerInfo({ version: '0.1.0', flags: { assistants: true } });
  expect(stated?.capabilities.assistants).toEqual({ available: true, reason: null, source: 'info' });
  const { assistants: _, ...others } = stated?.capabilities ?? {};
  const unreported = [...Object.values(unknownServer.capabilities), ...Object.values(others)];
  for (const { available, reason, source } of unreported) {
    expect([available, source]).toEqual([null, undefined]);
    expect(reason).toMatch(/^This server does not report/);
  }
});

it('a capability that a server reports as unsupported is missing', () => {
  const server = readServerInfo({ version: '1.5.1', context: 'js', flags: { crons: false } });
  expect(server?.capabilities.crons.available).toBe(false);
  expect(server?.capabilities.xrayDepth.available).toBe(false);
});
