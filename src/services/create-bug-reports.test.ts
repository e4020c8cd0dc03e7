import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioHandlers } from '../shared/contract.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../testing/services/memory-platform.ts';
import { createServices, type StudioServices } from './create-services.ts';

const { signal } = new AbortController();
const key = 'canary/key+"x"-8d1f2c';
const headerValue = 'canary-header-77aa';
/** Secrets that the studio does not know. */
const strangers = [
  'sk-proj-abcdefghijklmnopqrst',
  'hunter2-hunter2',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
];

const echo = createServer((request, response) => {
  response.statusCode = request.url?.startsWith('/info') ? 200 : 500;
  response.setHeader('content-type', 'application/json');
  response.setHeader('x-echo', encodeURIComponent(key));
  response.setHeader('x-request-id', 'request-4711');
  const quoted = `bad key ${key} (${Buffer.from(key).toString('base64')}), header ${headerValue}`;
  response.end(
    request.url?.startsWith('/info')
      ? JSON.stringify({ version: '1.2.3', flags: { assistants: true, note: key } })
      : JSON.stringify({
          detail: `${quoted}; tried ${strangers[0]}, password=${strangers[1]}, ${strangers[2]}`,
        }),
  );
});

let platform: MemoryPlatform;
let services: StudioServices;
let calls: StudioHandlers['calls'];
let connectionId: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  platform = await createMemoryPlatform();
  services = createServices(platform);
  calls = services.handlers.calls;
  const saved = await calls['connections.save'](
    {
      id: null,
      name: 'Quotes',
      url: `http://localhost:${(echo.address() as AddressInfo).port}`,
      key: { change: 'set', value: key, storage: 'session' },
      headers: [{ name: 'x-team', value: headerValue }],
    },
    signal,
  );
  connectionId = saved.id;
  await calls['threads.get']({ connectionId, threadId: 'a' }, signal).catch(() => undefined);
});
afterAll(async () => {
  await services.stop();
  await platform.dispose();
  echo.close();
});

const reportOf = (hideHosts: boolean) =>
  calls['bugReport.create'](
    { connectionId, threadId: 'a', hideHosts, window: [{ name: 'Browser', value: `Mozilla\n## ${key}` }] },
    signal,
  );

describe('a bug report', () => {
  it('has no secret, known or likely, in any spelling', async () => {
    const { text, secrets } = await reportOf(true);
    const spellings = [
      key,
      JSON.stringify(key).slice(1, -1),
      encodeURIComponent(key),
      Buffer.from(key).toString('base64').slice(0, -4),
      'canary',
      headerValue,
      ...strangers,
    ];
    expect(spellings.filter((spelling) => text.includes(spelling))).toEqual([]);
    expect(secrets).toBeGreaterThan(0);
    expect(text).toContain('[secret]');
  });

  it('has facts of the program, the server and the requests, with few of their headers and no bodies', async () => {
    const { text } = await reportOf(true);
    expect(text).toContain(`- Studio: ${platform.version}`);
    expect(text).toContain(`- Node: ${process.versions.node}`);
    expect(text).toContain('- Flag assistants: true');
    expect(text).toMatch(/GET \/threads\/a {2}500, \d+ ms {2}\(threads\.get\)/);
    expect(text).toContain('x-request-id: request-4711');
    expect(text).not.toContain('x-echo');
    expect(text).toContain('- Last failure of a window: none');
  });

  it('hides hosts unless they are wanted', async () => {
    const hidden = await reportOf(true);
    expect(hidden.text).toContain('- Address: http://[host]:');
    expect(hidden.hosts).toBeGreaterThan(0);
    const report = await reportOf(false);
    expect(report.text).toContain('- Address: http://localhost:');
    expect(report.hosts).toBe(0);
  });

  it('keeps what comes from elsewhere on one line', async () => {
    const { text } = await reportOf(true);
    expect(text.split('\n').filter((line) => line.startsWith('## '))).toEqual([
      '## What happened',
      '## Environment',
      '## Server',
      '## Thread',
      expect.stringMatching(/^## Requests/),
      expect.stringMatching(/^## Log/),
    ]);
  });

  it('says why nothing is known of the open thread', async () => {
    const { text } = await reportOf(true);
    expect(text).toContain('- Thread: a');
    expect(text).toMatch(/Its record could not be read: \S/);
  });

  it('is written without a server, too', async () => {
    const { text } = await calls['bugReport.create'](
      { connectionId: null, threadId: null, hideHosts: true, window: [] },
      signal,
    );
    expect(text).toContain('No server was selected.');
    expect(text).toContain('No thread was open.');
  });
});
