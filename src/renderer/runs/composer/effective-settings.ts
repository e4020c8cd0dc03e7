import { compactJson, memberText, memberTexts, mergeMembers, type MemberText } from 'exact-json';
import { objectProblem } from '../../ui/json-editor/object-problem.ts';
import type { Assistant } from '../../../shared/model/assistant.ts';
import type { ComposerOptions } from './composer-options.ts';

/**
 * The effective config and context of a run: the assistant's with the run's on top, merged as servers do it,
 * `configurable` member by member. Values that the thread stores from earlier runs are known only to the
 * server.
 */
export function effectiveSettings(
  assistant: Pick<Assistant, 'configText' | 'contextText'>,
  {
    configText,
    contextText,
    recursionLimit,
  }: Pick<ComposerOptions, 'configText' | 'contextText' | 'recursionLimit'>,
): { readonly configText: string; readonly contextText: string } {
  const runConfig = configText ?? '{}';
  const configurable = mergeMembers(configurableOf(assistant.configText), configurableOf(runConfig));
  const limit = recursionLimit === null ? '{}' : JSON.stringify({ recursion_limit: recursionLimit });
  const whole = mergeMembers(mergeMembers(assistant.configText, runConfig), limit);
  return {
    configText: configurable === '{}' ? whole : mergeMembers(whole, `{"configurable":${configurable}}`),
    contextText: mergeMembers(assistant.contextText, contextText ?? '{}'),
  };
}

/** What a run has to set on top of a base for this result; `null` for nothing. Members can't be removed that way. */
export function settingsOnTop(baseText: string, wantedText: string): string | null {
  return objectOf(changedMembers(baseText, wantedText));
}

/** Like `settingsOnTop`, for a config: its `configurable` is merged member by member. */
export function configOnTop(baseText: string, wantedText: string): string | null {
  const configurable = settingsOnTop(configurableOf(baseText), configurableOf(wantedText));
  const changedSettings = changedMembers(baseText, wantedText).filter(({ key }) => key !== 'configurable');
  return objectOf(
    configurable === null
      ? changedSettings
      : [{ key: 'configurable', text: configurable }, ...changedSettings],
  );
}

/** How many settings of its assistant a run replaces. A text that is no object yet counts as one. */
export function countChangedSettings(
  assistant: Pick<Assistant, 'configText' | 'contextText'>,
  { configText, contextText }: Pick<ComposerOptions, 'configText' | 'contextText'>,
): number {
  const sizeOf = (text: string | null): number => memberTexts(text ?? '{}').length;
  const count = (text: string | null, countIn: (text: string) => number): number =>
    text === null ? 0 : objectProblem(text) === null ? countIn(text) : 1;
  return (
    count(contextText, (text) => sizeOf(settingsOnTop(assistant.contextText, text))) +
    count(configText, (text) => {
      const changes = configOnTop(assistant.configText, text) ?? '{}';
      const configurable = memberText(changes, 'configurable');
      return sizeOf(changes) + (configurable === null ? 0 : sizeOf(configurable) - 1);
    })
  );
}

function configurableOf(configText: string): string {
  return memberText(configText, 'configurable') ?? '{}';
}

function changedMembers(baseText: string, text: string): readonly MemberText[] {
  const base = new Map(memberTexts(baseText).map((member) => [member.key, compactJson(member.text)]));
  return memberTexts(text).filter((member) => base.get(member.key) !== compactJson(member.text));
}

function objectOf(members: readonly MemberText[]): string | null {
  if (members.length === 0) return null;
  return `{${members.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}
