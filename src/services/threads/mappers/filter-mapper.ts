import { JsonText, memberTexts } from 'exact-json';
import { AppError } from '../../../shared/app-error.ts';
import type { ThreadListFilter } from '../../../shared/model/thread-listing.ts';
import { parseJsonInput } from '../../common/json-input.ts';

/** Converts a filter. Throws `invalid-input` for anything but JSON objects. */
export function toSearchFilter({ status, graphId, metadataText, valuesText }: ThreadListFilter) {
  const members = metadataText === null ? [] : parseObjectMembers(metadataText, 'The metadata filter');
  const others = graphId === null ? members : members.filter(({ key }) => key !== 'graph_id');
  const graph = graphId === null ? [] : [{ key: 'graph_id', text: JSON.stringify(graphId) }];
  if (valuesText !== null) parseObjectMembers(valuesText, 'The values filter');
  return {
    ...(status === null ? {} : { status }),
    ...(others.length + graph.length === 0 ? {} : { metadata: objectFromMembers([...others, ...graph]) }),
    ...(valuesText === null ? {} : { values: objectFromMembers(memberTexts(valuesText)) }),
  };
}

/** Members of a typed JSON object, with their texts. Throws `invalid-input` naming `what`. */
export function parseObjectMembers(
  text: string,
  what: string,
): { readonly key: string; readonly text: string }[] {
  const { text: valid } = parseJsonInput(text, what);
  if (valid.trimStart().startsWith('{')) return memberTexts(valid);
  throw new AppError('invalid-input', `${what} must be a JSON object, such as {"key": "value"}.`, {
    hint: 'Nothing was sent.',
    details: { where: what },
  });
}

export function objectFromMembers(members: readonly { readonly key: string; readonly text: string }[]) {
  return Object.fromEntries(members.map(({ key, text }) => [key, new JsonText(text)]));
}
