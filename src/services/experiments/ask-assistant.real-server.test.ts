import { expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { startRecordingProxy } from '../../testing/fault-servers/recording-proxy.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { askAssistant } from './ask-assistant.ts';

it('an assistant whose server does not answer the cancellation of its run is not waited for', async () => {
  const { url } = await sharedServer('real');
  const proxy = await startRecordingProxy(url, ({ path }) => (path.includes('/cancel') ? 'hang' : undefined));
  const abort = new AbortController();
  let run = { threadId: '', runId: '' };
  try {
    const answer = askAssistant(
      new GraphClient({ url: proxy.url, apiKey: null, timeouts: { headersMs: 600_000, totalMs: 600_000 } }),
      {
        assistant: 'slow',
        inputText: '{"text":"a","waitMs":600000}',
        name: 'Asked',
        seconds: 600,
        roleName: 'judge',
        onStarted: (started) => {
          run = started;
          abort.abort();
        },
      },
      abort.signal,
    );
    await expect(answer).rejects.toThrow('aborted');
    expect(proxy.requests.filter(({ path }) => path.includes('/cancel'))).toHaveLength(1);
  } finally {
    await proxy.stop();
    const { threadId, runId } = run;
    await new GraphClient({ url, apiKey: null }).runs.cancel(threadId, runId, { action: 'interrupt' });
  }
});
