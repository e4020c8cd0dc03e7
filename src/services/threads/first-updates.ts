import { JsonText } from '../../exact-json/numbers/json-text.ts';
import { elementTexts } from '../../exact-json/scan/object-members.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseJsonInput } from '../parsing/json-input.ts';
import { parseObjectMembers } from './mappers/filter-mapper.ts';

const what = 'The list of first updates';

/**
 * The supersteps that a list of updates stands for: each item is a step, an item that is a list holds the updates of one
 * step. An update is an object with `as_node` and `values`, which go out as they were typed. Throws
 * `invalid-input` that says which of them is wrong.
 */
export function parseInitialSupersteps(listText: string) {
  const { text } = parseJsonInput(listText, what);
  if (!text.trimStart().startsWith('[')) throw wrong('It must be a list.');
  return elementTexts(text).map((step, at) => {
    const updates = step.startsWith('[') ? elementTexts(step) : [step];
    if (updates.length === 0) throw wrong(`Step ${at + 1} is empty.`);
    return { updates: updates.map((update) => updateOf(update, at + 1)) };
  });
}

function updateOf(text: string, step: number) {
  const members = parseObjectMembers(text, `Step ${step} of the first updates`);
  const unknown = members.find(({ key }) => !['as_node', 'values'].includes(key));
  if (unknown) throw wrong(`Step ${step} has "${unknown.key}": an update has as_node and values.`);
  const textOf = (key: string): string | undefined => members.findLast((member) => member.key === key)?.text;
  const asNode: unknown = JSON.parse(textOf('as_node') ?? 'null');
  if (typeof asNode !== 'string' || asNode === '') throw wrong(`Step ${step} names no node in "as_node".`);
  const values = textOf('values');
  return { asNode, ...(values === undefined ? {} : { values: new JsonText(values) }) };
}

function wrong(sentence: string): AppError {
  return new AppError('invalid-input', `${what} can not be sent. ${sentence}`, {
    hint: 'Write it like [{"as_node": "__start__", "values": {"key": "value"}}]. Nothing was sent.',
    details: { where: what },
  });
}
