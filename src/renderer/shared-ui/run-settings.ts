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
  base: { readonly configText: string | null; readonly contextText: string | null },
  { contextText, configurableText }: RunSettings,
): { readonly configText: string | null; readonly contextText: string | null } {
  const configurable = mergeMembers(
    memberText(base.configText ?? '{}', 'configurable') ?? '{}',
    configurableText,
  );
  return {
    configText: isEmpty(configurableText)
      ? base.configText
      : mergeMembers(base.configText ?? '{}', `{"configurable":${configurable}}`),
    contextText: isEmpty(contextText)
      ? base.contextText
      : mergeMembers(base.contextText ?? '{}', contextText),
  };
}

function isEmpty(text: string): boolean {
  return memberTexts(text).length === 0;
}
