import { GraphClient } from 'remote-graph-client/client';
import { describe, expect, it } from 'vitest';
import { plainInput, type LangsmithExample } from '../../shared/inputs/saved-input.ts';
import { sendRow } from './send-input.ts';

async function sentRun(langsmith: LangsmithExample | null): Promise<Record<string, unknown>> {
  let body = '';
  const client = new GraphClient({
    url: 'http://server.invalid',
    apiKey: null,
    fetch: async (address, init) => {
      if (String(address).endsWith('/runs')) body = String(init?.body);
      const answer = { thread_id: 't', run_id: 'r', status: 'pending', metadata: {} };
      return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
    },
  });
  const row = {
    input: {
      ...plainInput,
      langsmith,
      referenceText: '{"answer":"secret of the reference"}',
      start: { kind: 'input', inputText: '{"topic":"tides"}' },
    },
    assistantId: 'writer',
    graphId: 'writer',
    threadId: 't',
    metadata: {},
    mayExist: false,
    settings: null,
  } as const;
  const { signal } = new AbortController();
  await sendRow(client, row, { signal, closed: signal });
  return JSON.parse(body) as Record<string, unknown>;
}

describe('the run of an input', () => {
  it('names the example that the input was imported from, in the project that the input says', async () => {
    const { langsmith_tracer: tracer } = await sentRun({ exampleId: 'e', project: 'nightly' });
    expect(tracer).toEqual({ project_name: 'nightly', example_id: 'e' });
  });

  it.each([
    ['was not imported', null],
    ['has an example but no project', { exampleId: 'e', project: null }],
  ])('names no example if the input %s', async (_what, langsmith) => {
    expect(await sentRun(langsmith)).not.toHaveProperty('langsmith_tracer');
  });

  it('does not have the reference', async () => {
    const run = await sentRun({ exampleId: 'e', project: 'nightly' });
    expect(run['input']).toEqual({ topic: 'tides' });
    expect(JSON.stringify(run)).not.toContain('secret of the reference');
  });
});
