import { afterEach, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import {
  startFaultServer,
  type FaultResponse,
  type FaultServer,
} from '../../testing/fault-servers/fault-server.ts';
import { updateState } from './update-state.ts';

const { signal } = new AbortController();
let server: FaultServer;
afterEach(() => server.stop());

/** Edits the state `c1` of a server that answers the edit so, and any read after it. */
async function edit(written: FaultResponse, readBack: FaultResponse) {
  let isWritten = false;
  server = await startFaultServer(({ method, path }) => {
    if (path === '/info') return { json: { version: '1.0.0', flags: {} } };
    if (isWritten) return readBack;
    isWritten = method === 'POST';
    return isWritten
      ? written
      : { json: { values: {}, next: [], tasks: [], checkpoint: { checkpoint_id: 'c1' }, metadata: {} } };
  });
  const client = new GraphClient({ url: server.url });
  const changes = [{ key: 'a', valueText: '1' }];
  const request = { threadId: 't', checkpointId: 'c1', expectedHeadId: 'c1', asNode: null, changes };
  return updateState(client, request, signal);
}

const notFound = { status: 404, json: { detail: 'Not Found' } };

it('an accepted edit that can not be read back is not reported as a failed read', async () => {
  await expect(edit({ json: { checkpoint: {} } }, notFound)).rejects.toMatchObject({
    code: 'protocol',
    message: 'The server accepted the edit, but did not report which checkpoint it created.',
    details: { written: 'yes' },
  });
});

it('an answer of another program to an edit is reported as such', async () => {
  const page = { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } };
  await expect(edit(page, page)).rejects.toMatchObject({ name: 'ProtocolError' });
});
