import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Assistant, AssistantSettings } from '../../shared/model/assistant.ts';
import {
  connectionId,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices({ ownServer: true });
});
afterAll(() => demo.stop());

const settings: AssistantSettings = {
  name: 'Short notes',
  description: null,
  configText: '{"configurable": {"style": "short", "big": 9007199254740993}}',
  contextText: '{}',
};

const create = (more: Partial<AssistantSettings> = {}) =>
  demo.assistants['assistants.create']({ connectionId, graphId: 'writer', ...settings, ...more }, signal);
const update = ({ assistantId, version }: Assistant, more: Partial<AssistantSettings>) =>
  demo.assistants['assistants.update'](
    { connectionId, assistantId, expectedVersion: version, ...settings, ...more },
    signal,
  );
const versionsOf = (assistantId: string) =>
  demo.assistants['assistants.versions']({ connectionId, assistantId }, signal);

it('an assistant is created, edited as a new version, and goes back to an old one', async () => {
  const assistant = await create();
  expect(assistant).toMatchObject({ graphId: 'writer', name: 'Short notes', version: 1, bySystem: false });
  const edited = await update(assistant, {
    name: 'Long notes',
    configText: '{"configurable":{"style":"long"}}',
  });
  expect(edited).toMatchObject({ assistantId: assistant.assistantId, version: 2, name: 'Long notes' });
  const { versions, isCut } = await versionsOf(assistant.assistantId);
  expect(isCut).toBe(false);
  expect(versions.map(({ version }) => version)).toEqual([2, 1]);
  expect(JSON.parse(versions[1]?.configText ?? '')).toMatchObject({ configurable: { style: 'short' } });

  const { assistantId } = assistant;
  const back = await demo.assistants['assistants.setLatest'](
    { connectionId, assistantId, version: 1 },
    signal,
  );
  expect(back).toMatchObject({ version: 1 });
  expect(JSON.parse(back.configText)).toMatchObject({ configurable: { style: 'short' } });
});

it('settings that somebody else changed are not overwritten', async () => {
  const assistant = await create();
  await update(assistant, { name: 'By somebody else' });
  await expect(update(assistant, { name: 'Mine' })).rejects.toMatchObject({
    code: 'conflict',
    message: '“By somebody else” is now at version 2.',
  });
  expect((await versionsOf(assistant.assistantId)).versions).toHaveLength(2);
});

it.each([
  [{ configText: '[]' }, 'The config must be a JSON object'],
  [{ contextText: '{"a"' }, 'The context is not valid JSON'],
])('settings that are no objects are refused before anything is sent: %j', async (more, message) => {
  await expect(create({ name: 'Never there', ...more })).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining(message) as string,
  });
  const all = await demo.assistants['assistants.list']({ connectionId }, signal);
  expect(all.map(({ name }) => name)).not.toContain('Never there');
});

it('an assistant is deleted, also if it is gone already', async () => {
  const { assistantId } = await create();
  const remove = () =>
    demo.assistants['assistants.delete']({ connectionId, assistantId, deleteThreads: false }, signal);
  await remove();
  await remove();
  const all = await demo.assistants['assistants.list']({ connectionId }, signal);
  expect(all.map((one) => one.assistantId)).not.toContain(assistantId);
});
