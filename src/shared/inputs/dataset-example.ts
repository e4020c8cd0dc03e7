import { memberTexts, parseTree, type JsonNode, type JsonObjectNode } from 'exact-json';
import type { Check } from './check.ts';
import { suggestInputName } from './input-path.ts';
import { maxChecks } from './parse-input.ts';
import { plainInput, type SavedInput } from './saved-input.ts';

/** An example of a LangSmith dataset. Texts are JSON objects verbatim; `id: null`: the file has none. */
export interface DatasetExample {
  readonly id: string | null;
  readonly inputsText: string;
  readonly outputsText: string | null;
}

const maxIdLength = 200;

/** Reads an example from a JSON object; otherwise says why it is none, as text. */
export function exampleOf(text: string, node: JsonNode): DatasetExample | string {
  if (node.type !== 'object') return 'An example must be an object.';
  const inputs = memberOf(node, 'inputs');
  if (inputs?.type !== 'object') return 'An example needs "inputs", an object.';
  const outputs = memberOf(node, 'outputs');
  const isMissing = outputs === undefined || outputs.type === 'null';
  if (!isMissing && outputs.type !== 'object') return '"outputs" must be an object.';
  const id = memberOf(node, 'id');
  const idValue: unknown = id?.type === 'string' ? JSON.parse(text.slice(id.start, id.end)) : null;
  return {
    id: exampleIdOf(idValue),
    inputsText: text.slice(inputs.start, inputs.end),
    outputsText: isMissing ? null : text.slice(outputs.start, outputs.end),
  };
}

// Part of an ID would name another example.
export function exampleIdOf(id: unknown): string | null {
  return typeof id === 'string' && id !== '' && id.length <= maxIdLength ? id : null;
}

// Of members that are there twice, the last one counts, as on servers.
function memberOf({ members }: JsonObjectNode, key: string): JsonNode | undefined {
  return members.findLast((member) => member.key === key)?.value;
}

/** In UTF-16 units. */
export function lengthOfExample({ inputsText, outputsText }: DatasetExample): number {
  return inputsText.length + (outputsText ?? '').length;
}

export interface ImportOptions {
  readonly graph: string | null;
  /** The LangSmith project that runs are traced to; `null`: runs don't name their example. */
  readonly project: string | null;
  /** Each member of the outputs becomes a check that the state has it. */
  readonly isChecked: boolean;
}

/** The input that an example is imported as. Its outputs are the reference, and the checks if these are wanted. */
export function inputOfExample(example: DatasetExample, options: ImportOptions): SavedInput {
  const { id, inputsText, outputsText } = example;
  return {
    ...plainInput,
    graph: options.graph,
    start: { kind: 'input', inputText: inputsText },
    referenceText: outputsText,
    checks: options.isChecked && outputsText !== null ? checksOf(outputsText) : [],
    langsmith: id === null ? null : { exampleId: id, project: options.project },
  };
}

function checksOf(outputsText: string): Check[] {
  return memberTexts(outputsText)
    .slice(0, maxChecks)
    .map(({ key, text }) => ({
      kind: 'equals',
      of: /^[A-Za-z_]\w*$/.test(key) ? key : `$[${JSON.stringify(key)}]`,
      valueText: text,
    }));
}

const maxStrings = 50;
const maxNamedLength = 200_000;

/** A name for the file of an example: its first words. */
export function exampleName({ inputsText }: DatasetExample): string {
  if (inputsText.length > maxNamedLength) return suggestInputName('');
  const strings: string[] = [];
  const visit = (node: JsonNode): void => {
    if (strings.length >= maxStrings) return;
    if (node.type === 'string') strings.push(String(JSON.parse(inputsText.slice(node.start, node.end))));
    else if (node.type === 'array') node.items.forEach(visit);
    else if (node.type === 'object') node.members.forEach(({ value }) => visit(value));
  };
  visit(parseTree(inputsText));
  return suggestInputName(strings.find((text) => /\S\s+\S/.test(text)) ?? strings[0] ?? '');
}
