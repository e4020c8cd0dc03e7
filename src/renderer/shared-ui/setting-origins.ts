import { compactJson, memberText, memberTexts } from 'exact-json';
import { truncate } from '../../shared/truncate.ts';

// Where the value of a setting comes from. `unset`: the code decides.
export type SettingOrigin = 'run' | 'assistant' | 'default' | 'unset';

export interface SettingSource {
  readonly key: string;
  // JSON, shortened; `null` for a setting that is not set and has no default.
  readonly valueText: string | null;
  readonly origin: SettingOrigin;
  // The value of the assistant that the run replaces, as JSON.
  readonly replacedText: string | null;
}

export interface SettingTexts {
  readonly schemaText: string | null;
  readonly assistantText: string;
  readonly runText: string | null;
}

// Longer schemas are not read, longer values are shortened, and more settings are left out.
const maxSchemaLength = 500_000;
const maxValueLength = 300;
const maxSettings = 200;

// Where each setting of a run comes from, in the order of the schema: servers merge the members of both objects, and
// the run wins. A default is what the schema says; whether anything applies it is not known.
export function settingSources({
  schemaText,
  assistantText,
  runText,
}: SettingTexts): readonly SettingSource[] {
  const defaults = schemaDefaults(schemaText);
  const assistant = membersOf(assistantText);
  const run = membersOf(runText ?? '{}');
  const keys = [...new Set([...defaults.keys(), ...assistant.keys(), ...run.keys()])].slice(0, maxSettings);
  return keys.map((key) => {
    const [ofRun, ofAssistant, preset = null] = [run.get(key), assistant.get(key), defaults.get(key)];
    if (ofRun !== undefined)
      return {
        key,
        valueText: shorten(ofRun),
        origin: 'run',
        replacedText: ofAssistant === undefined ? null : shorten(ofAssistant),
      };
    if (ofAssistant !== undefined)
      return { key, valueText: shorten(ofAssistant), origin: 'assistant', replacedText: null };
    if (preset !== null) return { key, valueText: shorten(preset), origin: 'default', replacedText: null };
    return { key, valueText: null, origin: 'unset', replacedText: null };
  });
}

// Defaults by property name; `null` for a property without one.
function schemaDefaults(schemaText: string | null): ReadonlyMap<string, string | null> {
  if (schemaText === null || schemaText.length > maxSchemaLength) return new Map();
  const properties = membersOf(memberText(schemaText, 'properties') ?? '{}');
  return new Map([...properties].map(([key, text]) => [key, memberText(text, 'default')]));
}

function membersOf(text: string): ReadonlyMap<string, string> {
  return new Map(memberTexts(text).map((member) => [member.key, member.text]));
}

function shorten(text: string): string {
  // The start is enough of a long one.
  const compact = text.length > 4 * maxValueLength ? text : compactJson(text);
  return truncate(compact, maxValueLength);
}
