import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { openExperiments, type ExperimentFixture } from '../../testing/services/open-experiments.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { slowness } from '../../testing/slowness.ts';

let client: GraphClient;
let fixture: ExperimentFixture;
beforeEach(async () => {
  const { url } = await sharedServer('suite');
  client = new GraphClient({ url, apiKey: null });
  fixture = await openExperiments(url, (_level, message) => expect.unreachable(message));
});
afterEach(() => fixture.close());

describe('a version other than the latest', () => {
  const pinned = (assistantId: string, version: number | null) =>
    fixture.start({ kind: 'rows', inputs: ['{}'] }, assistantId, { version });
  const settingsOf = async (experimentId: string) => {
    await expect
      .poll(async () => (await fixture.rowsOf(experimentId))[0]?.result?.ending, {
        timeout: 10_000 * slowness(),
      })
      .toBe('finished');
    return (await fixture.rowsOf(experimentId))[0]?.result?.outputText;
  };

  it('runs with its context alone, not mixed with that of the latest', async () => {
    const context = { tone: 'dry' };
    const { assistant_id: assistantId } = await client.assistants.create({
      graphId: 'context',
      context,
      metadata: { owner: 'me' },
    });
    await client.assistants.update(assistantId, { context: { later: true } });
    const old = await pinned(assistantId, 1);
    expect(await settingsOf(old)).toBe('{"seen":{"tone":"dry"}}');
    expect(await settingsOf(await pinned(assistantId, null))).toBe('{"seen":{"later":true}}');
    const [row] = await fixture.rowsOf(old);
    const run = await client.runs.get(row?.threadId ?? '', row?.runId ?? '');
    expect(run.metadata).toMatchObject({ owner: 'me' });
    expect((await fixture.viewOf(old))?.targets).toMatchObject([{ assistantId, version: 1, isPinned: true }]);
  });

  it('is refused where its settings would be mixed with others, or if there is none', async () => {
    const { assistant_id: assistantId } = await client.assistants.create({ graphId: 'agent' });
    await expect(pinned(assistantId, 1)).rejects.toMatchObject({ code: 'unsupported' });
    await expect(pinned(assistantId, 9)).rejects.toMatchObject({ code: 'not-found' });
    const { signal } = new AbortController();
    expect((await fixture.experiments().calls['experiments.list']({}, signal)).experiments).toEqual([]);
  });
});
