import { expect, it } from 'vitest';
import type { AssistantVersion } from '../../shared/model/assistant.ts';
import { staleSettings, staleSettingsText } from './stale-settings.ts';

const version = (number: number, configText: string, contextText: string): AssistantVersion => ({
  version: number,
  createdAt: null,
  createdBy: null,
  name: null,
  description: null,
  configText,
  contextText,
});
const versions = [version(3, '{"tags":["c"]}', '{"who":3}'), version(2, '{"tags":["b"]}', '{"who":2}')];
const using = (number: number | null, configText: string, contextText: string) =>
  staleSettings({ version: number, configText, contextText }, versions);

it('runs that get what their version has use all of it, however it is written', () => {
  expect(using(2, '{ "tags": ["b"] }', '{"who": 2}')).toEqual([]);
});

it('a part that stayed behind is named with the version that it is of', () => {
  const stale = using(2, '{"tags":["b"]}', '{"who":3}');
  expect(stale).toEqual([{ part: 'context', version: 3 }]);
  expect(staleSettingsText(stale)).toBe('the context of version 3');
});

it('a part that no listed version has is of an unknown one', () => {
  expect(staleSettingsText(using(2, '{"tags":["z"]}', '{"who":3}'))).toBe(
    'the config of another version and the context of version 3',
  );
});

it('nothing is said of a version that is unknown or not listed', () => {
  expect(using(null, '{}', '{}')).toEqual([]);
  expect(using(9, '{}', '{}')).toEqual([]);
});
