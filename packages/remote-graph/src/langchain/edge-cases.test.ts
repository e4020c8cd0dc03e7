import { describe, expect, it, vi } from 'vitest';
import { Client } from '@langchain/langgraph-sdk';
import { createScriptedClient } from '../../../../src/testing/remote-graph/scripted-client.ts';
import { startScriptedRemoteGraph } from '../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import { collectFrames } from '../../../../src/testing/remote-graph/collect-frames.ts';
import { RemoteGraph } from '../index.ts';

describe('big integers', () => {
  it('are sent exactly, as text in a configuration', async () => {
    const to = createScriptedClient('hosted', () => ({ run_id: 'r', thread_id: 't', status: 'success' }));
    const big = 12345678901234567890n;
    await to.client.runs.create('t', 'a', { input: { big }, context: { big } });
    expect(to.sent[0]?.bodyText).toContain('"input":{"big":12345678901234567890}');
    expect(to.sent[0]?.bodyText).toContain('"context":{"big":12345678901234567890}');
    const { graph, server, stop } = await startScriptedRemoteGraph({ events: [['values', {}]] });
    try {
      await graph.invoke({ big }, { configurable: { thread_id: 't', big } });
      const start = server.requests.find(({ path }) => path.endsWith('/runs/stream'));
      expect(start?.body).toContain('"input":{"big":12345678901234567890}');
      expect(start?.body).toContain('"big":"12345678901234567890"');
    } finally {
      await stop();
    }
  });

  it('are rejected through the official SDK client, which can not send them', async () => {
    const graph = new RemoteGraph('a', { client: new Client({ apiUrl: 'http://h.test', apiKey: null }) });
    await expect(graph.invoke({ big: 1n })).rejects.toThrow("can't send large numbers");
    await expect(graph.updateState({ configurable: { thread_id: 't' } }, { big: 1n })).rejects.toThrow(
      "can't send large numbers",
    );
  });
});

describe('an unreadable environment', () => {
  /** As in Deno without `--allow-env`: reading a variable throws. */
  const closed = {
    env: new Proxy(
      {},
      {
        get: () => {
          throw new Error('NotCapable: Requires env access');
        },
      },
    ),
  };

  /** Node itself needs the process for the next message of the test runner, so it is back before anything else runs. */
  const withProcess = <T>(process: object, work: () => T): T => {
    vi.stubGlobal('process', process);
    try {
      return work();
    } finally {
      vi.unstubAllGlobals();
    }
  };

  it('counts as empty', () => {
    const graph = withProcess(closed, () => new RemoteGraph('a', { url: 'http://h' }));
    expect(graph.assistantId).toBe('a');
  });

  it('is not read if a key is given', () => {
    const readEnvironment = vi.fn<() => object>(() => ({}));
    const process = {
      get env() {
        return readEnvironment();
      },
    };
    const graph = withProcess(process, () => new RemoteGraph('a', { url: 'http://h', apiKey: null }));
    expect(graph.assistantId).toBe('a');
    expect(readEnvironment).not.toHaveBeenCalled();
  });
});

describe('a server whose runs do not name their thread', () => {
  it('causes no fault: the outcome is read from the known thread', async () => {
    const to = createScriptedClient('hosted', ({ path }) => {
      if (path === '/threads/t') return { thread_id: 't', status: 'interrupted' };
      if (path === '/threads/t/runs/r') return { run_id: 'r', status: 'success' };
      return new Response('event: values\ndata: {}\n\n', {
        headers: { 'content-type': 'text/event-stream', 'content-location': '/threads/t/runs/r' },
      });
    });
    const run = to.client.runs.stream('t', 'a', { streamResumable: false });
    await collectFrames(run);
    expect((await run.end).outcome).toBe('interrupted');
    expect(to.sent.map(({ path }) => path)).not.toContain('/threads/undefined');
  });
});
