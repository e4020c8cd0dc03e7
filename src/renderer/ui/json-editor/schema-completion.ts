import { escapeInvisible } from '../../../shared/escape-invisible.ts';
import {
  acceptCompletion,
  autocompletion,
  insertCompletionText,
  pickedCompletion,
  type Completion,
  type CompletionContext,
} from '@codemirror/autocomplete';
import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { hoverTooltip, keymap } from '@codemirror/view';
import { cursorContextAt, type JsonCursorContext } from './json-cursor-context.ts';
import { findField } from '../schema/find-field.ts';
import { readSchema } from '../schema/read-schema.ts';
import { fieldKindLabel, type SchemaField } from '../schema/schema-field.ts';
import { fieldTemplate } from '../schema/schema-template.ts';
import { schemaChecker } from '../schema/use-schema-check.ts';
import type { ValidationProblem } from '../schema/validate.ts';

export const setSchemaEffect = StateEffect.define<string | null>();

interface Schema {
  readonly text: string | null;
  readonly field: SchemaField | null;
}

const schemaField = StateField.define<Schema>({
  create: () => ({ text: null, field: null }),
  update(schema, transaction) {
    const effect = transaction.effects.findLast((one) => one.is(setSchemaEffect));
    return effect ? { text: effect.value, field: readSchema(effect.value) } : schema;
  },
});

export async function lintAgainstSchema(state: EditorState): Promise<readonly ValidationProblem[]> {
  const { text } = state.field(schemaField);
  // Slow schemas are checked for the surrounding view after a pause, not on each key press.
  if (text === null || schemaChecker.isSlow(text)) return [];
  const outcome = await schemaChecker.check<'value'>({
    kind: 'value',
    schemaText: text,
    valueText: state.doc.toString(),
  });
  return outcome.checked ? outcome.problems : [];
}

export const schemaCompletion: Extension = [
  schemaField,
  autocompletion({ override: [complete], icons: false }),
  keymap.of([{ key: 'Tab', run: acceptCompletion }]),
  hoverTooltip((view, offset) => {
    const { field: root } = view.state.field(schemaField);
    const cursor = root && cursorContextAt(view.state.doc.toString(), offset);
    if (!root || !cursor || cursor.start === cursor.end) return null;
    const text = aboutOf(root, cursor);
    if (text === null) return null;
    return {
      pos: cursor.start,
      end: cursor.end,
      create: () => {
        const dom = document.createElement('div');
        dom.className = 'cm-schema-hover';
        dom.textContent = escapeInvisible(text);
        return { dom };
      },
    };
  }),
];

function aboutOf(root: SchemaField, cursor: JsonCursorContext): string | null {
  const path = cursor.kind === 'key' ? [...cursor.path, cursor.word] : cursor.path;
  const field = path.length === 0 ? null : findField(root, path);
  if (!field) return null;
  const name = path.at(-1);
  return [`${name}: ${fieldKindLabel(field)}`, field.description ?? field.title, presetOf(field)]
    .filter((line) => line !== null)
    .join('\n');
}

function presetOf({ defaultText }: SchemaField): string | null {
  return defaultText === null || defaultText.length > 200 ? null : `default ${defaultText}`;
}

function complete(context: CompletionContext) {
  const { field: root } = context.state.field(schemaField);
  if (!root) return null;
  const cursor = cursorContextAt(context.state.doc.toString(), context.pos);
  if (!cursor) return null;
  const options = cursor.kind === 'key' ? keysAt(root, cursor) : valuesAt(root, cursor);
  if (options.length === 0 || (!context.explicit && cursor.word === '' && cursor.kind === 'value'))
    return null;
  return { from: cursor.start, to: cursor.end, options, filter: true };
}

function keysAt(root: SchemaField, { path, siblings, hasColon }: JsonCursorContext): Completion[] {
  const parent = findField(root, path);
  if (parent?.kind !== 'object') return [];
  return parent.members
    .filter(({ key }) => !siblings.includes(key))
    .map(({ key, required, field }) => {
      const member = field();
      const name = JSON.stringify(key);
      return {
        label: name,
        detail: required ? `${fieldKindLabel(member)}, required` : fieldKindLabel(member),
        apply: hasColon ? name : insertMember(name, member),
        ...(member.description === null ? {} : { info: member.description }),
      };
    });
}

// Inserts a member with a default value, which is built only when the completion is accepted.
function insertMember(name: string, member: SchemaField): NonNullable<Completion['apply']> {
  return (view, completion, from, to) =>
    view.dispatch({
      ...insertCompletionText(view.state, `${name}: ${fieldTemplate(member)}`, from, to),
      annotations: pickedCompletion.of(completion),
    });
}

function valuesAt(root: SchemaField, { path }: JsonCursorContext): Completion[] {
  const field = findField(root, path);
  return field ? valuesOf(field).map((label) => ({ label })) : [];
}

// Nested alternatives can be endless.
const maxForms = 1000;

function valuesOf(field: SchemaField, room = { forms: maxForms }): string[] {
  room.forms -= 1;
  if (room.forms < 0) return [];
  const options =
    field.kind === 'enum'
      ? [...field.texts]
      : field.kind === 'boolean'
        ? ['true', 'false']
        : field.kind === 'choice'
          ? field.options.flatMap((option) => valuesOf(option.field, room))
          : [];
  const preset = field.defaultText !== null && field.defaultText.length < 80 ? [field.defaultText] : [];
  return [...new Set([...options, ...preset, ...(field.nullable ? ['null'] : [])])];
}
