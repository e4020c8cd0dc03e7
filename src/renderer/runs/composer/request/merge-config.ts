import { memberText, memberTexts } from '../../../../exact-json/scan/object-members.ts';
import type { Assistant } from '../../../../shared/model/assistant.ts';
import type { ComposerOptions } from './run-options.ts';

/**
 * The config and the context that a run gets: the assistant's with the run's on top, as servers merge them, and
 * `configurable` member by member. What a thread remembers of earlier runs is the server's and may come in between.
 */
export function mergeConfig(
  assistant: Pick<Assistant, 'configText' | 'contextText'>,
  { configText, contextText, recursionLimit }: ComposerOptions,
): { readonly configText: string; readonly contextText: string } {
  const own = configText ?? '{}';
  const configurable = merged(
    memberText(assistant.configText, 'configurable') ?? '{}',
    memberText(own, 'configurable') ?? '{}',
  );
  const limit = recursionLimit === null ? '{}' : JSON.stringify({ recursion_limit: recursionLimit });
  const whole = merged(merged(assistant.configText, own), limit);
  return {
    configText: configurable === '{}' ? whole : merged(whole, `{"configurable":${configurable}}`),
    contextText: merged(assistant.contextText, contextText ?? '{}'),
  };
}

/** The members of two objects, those of the second one on top, as they are written. */
function merged(one: string, other: string): string {
  const members = new Map([...memberTexts(one), ...memberTexts(other)].map(({ key, text }) => [key, text]));
  return `{${[...members].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}
