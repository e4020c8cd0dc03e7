import { memberText, memberTexts, mergeMembers } from 'exact-json';

/** Settings of one run, on top of those of its assistant. JSON objects. */
export interface RunSettings {
  readonly contextText: string;
  readonly configurableText: string;
}

/**
 * A run's own config and context with more settings on top; what would be empty stays as it is, because servers
 * may refuse a run with both.
 */
export function withRunSettings(
  own: { readonly configText: string | null; readonly contextText: string | null },
  { contextText, configurableText }: RunSettings,
): { readonly configText: string | null; readonly contextText: string | null } {
  const configurable = mergeMembers(
    memberText(own.configText ?? '{}', 'configurable') ?? '{}',
    configurableText,
  );
  return {
    configText: isEmpty(configurableText)
      ? own.configText
      : mergeMembers(own.configText ?? '{}', `{"configurable":${configurable}}`),
    contextText: isEmpty(contextText) ? own.contextText : mergeMembers(own.contextText ?? '{}', contextText),
  };
}

function isEmpty(text: string): boolean {
  return memberTexts(text).length === 0;
}
