import { z } from 'zod';
import { escapeInvisibleString } from '../../shared/escape-invisible.ts';
import { closestName } from '../args/closest-name.ts';

// The arguments of a tool, or of an object among them. Refuses unknown ones instead of dropping them, because what was
// meant by `asNode` must not be done without it; the message names the argument that was probably meant.
export function toolInput<Shape extends z.ZodRawShape>(shape: Shape) {
  const argumentNames = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? unknownArguments(issue.keys, argumentNames) : undefined,
  });
}

const maxListed = 5;
const maxNameLength = 100;

function unknownArguments(names: readonly string[], validNames: readonly string[]): string {
  const sentences = names.slice(0, maxListed).map((name) => {
    const closest = closestName(name.slice(0, maxNameLength), validNames);
    const quoted = escapeInvisibleString(name.slice(0, maxNameLength));
    return `Unknown argument ${quoted}.${closest === null ? '' : ` Did you mean "${closest}"?`}`;
  });
  const list =
    validNames.length === 0 ? 'It takes no arguments.' : `Known arguments: ${validNames.join(', ')}.`;
  return `${sentences.join(' ')} ${list} Nothing was sent.`;
}
