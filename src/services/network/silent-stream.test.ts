import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHttpTransport } from './http-transport.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(ends.splice(0).map((end) => end()));
});

async function serve() {
  const answers: ServerResponse[] = [];
  const http = createServer((request, response) => {
    request.resume();
    answers.push(response);
  });
  // Node's own server has limits too, which would end what is tested here.
  http.requestTimeout = 0;
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  ends.push(async () => {
    http.closeAllConnections();
    await new Promise((closed) => http.close(closed));
  });
  const transport = createHttpTransport({
    trust: { caText: null, insecure: false },
    proxyFor: () => Promise.resolve(null),
  });
  ends.push(() => transport.close());
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, answers, transport };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

/** Twenty minutes, in steps that let every timer fire. */
async function passTime(): Promise<void> {
  for (let second = 0; second < 1_200; second += 1) {
    vi.advanceTimersByTime(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a run that is silent for twenty minutes', () => {
  it('keeps its stream: neither headers nor silence have a timeout', async () => {
    const { url, answers, transport } = await serve();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let response: Response | null = null;
    const asking = transport.fetch(url).then((answer) => (response = answer));
    await until(() => answers.length === 1);
    await passTime();
    expect(response).toBeNull();
    answers[0]?.write('first');
    const reader = (await asking).body?.getReader();
    const read = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toBe('first');
    const next = read();
    await passTime();
    answers[0]?.write('second');
    expect(await next).toBe('second');
  });
});
