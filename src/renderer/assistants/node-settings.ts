import { memberText, memberTexts } from 'exact-json';
import type { Assistant, AssistantSchemas } from '../../shared/model/assistant.ts';

// Longer schemas are not searched, and more settings are not shown.
const maxSchemaLength = 500_000;
const maxSettings = 50;

// The settings of an assistant that its schemas tie to a node (`langgraph_nodes`).
export interface NodeSettings {
  // `null` without any in the context.
  readonly context: TiedSettings | null;
  readonly configurable: TiedSettings | null;
}

export interface TiedSettings {
  readonly keys: readonly string[];
  // The schema of an object with these keys only.
  readonly schemaText: string;
}

export interface NodeSettingTexts {
  readonly contextText: string;
  readonly configurableText: string;
}

/**
 * The settings of a node; `null` if it has none. Some servers describe context and `configurable` alike: such a
 * setting is one of the context, unless the assistant has it in its config.
 */
export function nodeSettingsOf(
  { contextText, configText }: AssistantSchemas,
  assistant: Pick<Assistant, 'configText' | 'contextText'>,
  nodeId: string,
): NodeSettings | null {
  const inContext = new Set(memberTexts(assistant.contextText).map(({ key }) => key));
  const inConfig = new Set(memberTexts(configurableOf(assistant.configText)).map(({ key }) => key));
  const configKeys = new Set(tiedMembers(configText, nodeId).map(({ key }) => key));
  const context = tiedSettings(
    contextText,
    nodeId,
    (key) => !configKeys.has(key) || inContext.has(key) || !inConfig.has(key),
  );
  const configurable = tiedSettings(configText, nodeId, (key) => context?.keys.includes(key) !== true);
  return context === null && configurable === null ? null : { context, configurable };
}

export function nodeSettingTexts(
  { context, configurable }: NodeSettings,
  assistant: Pick<Assistant, 'configText' | 'contextText'>,
): NodeSettingTexts {
  return {
    contextText: pickMembers(assistant.contextText, context?.keys ?? []),
    configurableText: pickMembers(configurableOf(assistant.configText), configurable?.keys ?? []),
  };
}

// The assistant's config and context with changed settings; a setting that is left out is removed.
export function withNodeSettings(
  { context, configurable }: NodeSettings,
  assistant: Pick<Assistant, 'configText' | 'contextText'>,
  { contextText, configurableText }: NodeSettingTexts,
): Pick<Assistant, 'configText' | 'contextText'> {
  const inner = replaced(configurableOf(assistant.configText), configurable?.keys ?? [], configurableText);
  return {
    contextText: replaced(assistant.contextText, context?.keys ?? [], contextText),
    configText:
      configurable === null
        ? assistant.configText
        : replaced(assistant.configText, ['configurable'], `{"configurable":${inner}}`),
  };
}

function tiedSettings(
  schemaText: string | null,
  nodeId: string,
  isMeant: (key: string) => boolean,
): TiedSettings | null {
  const members = tiedMembers(schemaText, nodeId).filter(({ key }) => isMeant(key));
  if (schemaText === null || members.length === 0) return null;
  // References resolve against the root.
  const definitions = ['$defs', 'definitions'].flatMap((name) => {
    const text = memberText(schemaText, name);
    return text === null ? [] : [`${JSON.stringify(name)}:${text},`];
  });
  const schema = `{${definitions.join('')}"type":"object","additionalProperties":false,"properties":${objectOf(members)}}`;
  return { keys: members.map(({ key }) => key), schemaText: schema };
}

interface Member {
  readonly key: string;
  readonly text: string;
}

function tiedMembers(schemaText: string | null, nodeId: string): Member[] {
  if (schemaText === null || schemaText.length > maxSchemaLength) return [];
  const properties = memberText(schemaText, 'properties');
  if (properties === null) return [];
  return memberTexts(properties)
    .filter(({ text }) => {
      const nodes = memberText(text, 'langgraph_nodes');
      return nodes !== null && stringsIn(nodes).includes(nodeId);
    })
    .slice(0, maxSettings);
}

function stringsIn(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function configurableOf(configText: string): string {
  return memberText(configText, 'configurable') ?? '{}';
}

function pickMembers(text: string, keys: readonly string[]): string {
  return objectOf(memberTexts(text).filter(({ key }) => keys.includes(key)));
}

function replaced(text: string, keys: readonly string[], changed: string): string {
  return objectOf([...memberTexts(text).filter(({ key }) => !keys.includes(key)), ...memberTexts(changed)]);
}

function objectOf(members: readonly Member[]): string {
  return `{${members.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}
