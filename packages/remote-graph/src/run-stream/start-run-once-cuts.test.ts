import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import {
  startFaultRunServer,
  type FaultRunServer,
} from '../../../../src/testing/fault-servers/fault-run-server.ts';
import { GraphClient, UnknownOutcomeError } from '../client.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

/** A proxy that resets a connection that starts a run after so many bytes. */
async function startShortWire(port: number, cutAfter: () => number): Promise<string> {
  const sockets = new Set<Socket>();
  const wire = createServer((near) => {
    const upstream = connect(port, '127.0.0.1');
    sockets.add(near).add(upstream);
    // Infinite until a request that starts a run begins: connections are reused.
    let left = Infinity;
    near.on('data', (bytes: Buffer) => {
      if (bytes.subarray(0, 4).toString() === 'POST') left = cutAfter();
      const passing = bytes.subarray(0, Math.min(left, bytes.length));
      left -= passing.length;
      upstream.write(passing, () => {
        if (left > 0) return;
        near.resetAndDestroy();
        upstream.destroy();
      });
    });
    upstream.on('data', (bytes) => near.write(bytes));
    upstream.on('close', () => near.destroy());
    near.on('close', () => upstream.destroy());
    for (const socket of [near, upstream]) socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => wire.listen(0, '127.0.0.1', listening));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((closed) => wire.close(closed));
  });
  return `http://127.0.0.1:${(wire.address() as AddressInfo).port}`;
}

/** How often a run was started on a thread, and requested. */
function counts(server: FaultRunServer, threadId: string) {
  const startRequests = server.requests.filter(
    ({ method, path }) => method === 'POST' && path.startsWith(`/threads/${threadId}/`),
  );
  return { runs: server.runsOn(threadId), asked: startRequests.length };
}

it('a request that is cut anywhere, in headers or body, starts no run and is not sent again', async () => {
  const server = await startFaultRunServer({ events: [] });
  ends.push(() => server.stop());
  let cutAfter = 0;
  const url = await startShortWire(server.port, () => cutAfter);
  const input = { text: 'x'.repeat(2_000) };
  for (cutAfter = 1; cutAfter < 2_200; cutAfter += 110) {
    const client = new GraphClient({ url, apiKey: null, retries: 0, reconnect: { attempts: 2, baseMs: 1 } });
    const thread = `t${cutAfter}`;
    const failing = client.runs.create(thread, 'a', { input });
    await expect(failing).rejects.toBeInstanceOf(UnknownOutcomeError);
    expect([cutAfter, counts(server, thread)]).toEqual([cutAfter, { runs: 0, asked: 0 }]);
  }
});
