import { memberText, mergeMembers } from 'exact-json';
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
  const configurable = mergeMembers(
    memberText(assistant.configText, 'configurable') ?? '{}',
    memberText(runConfig, 'configurable') ?? '{}',
  );
  const limit = recursionLimit === null ? '{}' : JSON.stringify({ recursion_limit: recursionLimit });
  const whole = mergeMembers(mergeMembers(assistant.configText, runConfig), limit);
  return {
    configText: configurable === '{}' ? whole : mergeMembers(whole, `{"configurable":${configurable}}`),
    contextText: mergeMembers(assistant.contextText, contextText ?? '{}'),
  };
}
