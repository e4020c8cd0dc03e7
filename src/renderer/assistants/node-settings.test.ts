import { describe, expect, it } from 'vitest';
import { nodeSettingsOf, nodeSettingTexts, withNodeSettings } from './node-settings.ts';

const schema = JSON.stringify({
  $defs: { Tone: { enum: ['dry', 'warm'] } },
  type: 'object',
  properties: {
    prompt: { type: 'string', langgraph_nodes: ['plan'], langgraph_type: 'prompt' },
    tone: { $ref: '#/$defs/Tone', langgraph_nodes: ['plan', 'review'] },
    seed: { type: 'integer' },
  },
});
const schemas = { inputText: null, outputText: null, stateText: null };
const assistant = {
  configText: '{"tags":["a"],"configurable":{"big":9007199254740993,"tone":"dry"}}',
  contextText: '{"seed":1.0,"prompt":"Plan."}',
};
const only = { ...schemas, contextText: schema, configText: null };

describe('the settings of a node', () => {
  it('are those that the schema ties to it, with the definitions that they need', () => {
    const settings = nodeSettingsOf(only, assistant, 'plan');
    expect(settings?.context?.keys).toEqual(['prompt', 'tone']);
    expect(settings?.configurable).toBeNull();
    const parsedSchema = JSON.parse(settings?.context?.schemaText ?? '') as Record<string, unknown>;
    expect(Object.keys(parsedSchema['properties'] as object)).toEqual(['prompt', 'tone']);
    expect(parsedSchema['$defs']).toEqual({ Tone: { enum: ['dry', 'warm'] } });
    expect(nodeSettingsOf(only, assistant, 'write')).toBeNull();
  });

  it('belong to the context, but to the config where only that has them', () => {
    const both = { ...schemas, contextText: schema, configText: schema };
    const settings = nodeSettingsOf(both, assistant, 'plan');
    expect([settings?.context?.keys, settings?.configurable?.keys]).toEqual([['prompt'], ['tone']]);
  });

  it('change nothing else of the assistant, and no number', () => {
    const both = { ...schemas, contextText: schema, configText: schema };
    const settings = nodeSettingsOf(both, assistant, 'plan');
    if (settings === null) throw new Error('It has none.');
    expect(nodeSettingTexts(settings, assistant)).toEqual({
      contextText: '{"prompt":"Plan."}',
      configurableText: '{"tone":"dry"}',
    });
    const changed = { contextText: '{"prompt":"Plan well."}', configurableText: '{}' };
    expect(withNodeSettings(settings, assistant, changed)).toEqual({
      contextText: '{"seed":1.0,"prompt":"Plan well."}',
      configText: '{"tags":["a"],"configurable":{"big":9007199254740993}}',
    });
  });

  it.each<[string, string]>([
    ['a schema without properties', '{"type":"object"}'],
    ['nodes that are no list', '{"properties":{"a":{"langgraph_nodes":"plan"}}}'],
    ['no JSON', '{"properties":'],
    [
      'a schema that is too long',
      `{"properties":{"a":{"langgraph_nodes":["plan"]}},"x":"${'x'.repeat(500_000)}"}`,
    ],
  ])('are none for %s', (_, contextText) => {
    expect(nodeSettingsOf({ ...only, contextText }, assistant, 'plan')).toBeNull();
  });
});
