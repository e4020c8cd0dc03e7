import { JsonSyntaxError, JsonText } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';

/**
 * Checks JSON typed by a person, sent verbatim. Throws an `AppError` (`invalid-input`) with `what`, line and
 * column; also for a lone surrogate, which can't be sent unchanged.
 */
export function parseJsonInput(text: string, what: string): JsonText {
  const broken = loneSurrogateIndex(text);
  if (broken >= 0) {
    const { line, column } = new JsonSyntaxError('', text, broken);
    throw invalidJsonError(what, 'it contains half of a character (an unpaired surrogate)', { line, column });
  }
  try {
    return new JsonText(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw invalidJsonError(what, text.trim() === '' ? 'it is empty' : error.message, error);
  }
}

/** Parses a JSON object; anything else is refused. */
export function parseJsonObject(text: string, what: string): JsonText {
  const json = parseJsonInput(text, what);
  if (json.text.trimStart().startsWith('{')) return json;
  throw new AppError('invalid-input', `${what} must be a JSON object, such as {"key": "value"}.`, {
    hint: 'Nothing was sent.',
    details: { where: what },
  });
}

function invalidJsonError(
  what: string,
  problem: string,
  position: { readonly line: number; readonly column: number },
): AppError {
  const { line, column } = position;
  return new AppError('invalid-input', `${what} is not valid JSON: ${problem}.`, {
    hint: `Look at line ${line}, column ${column}. Nothing was sent.`,
    details: { where: what, line: String(line), column: String(column) },
  });
}

/** Offset of the first lone surrogate, or -1. */
export function loneSurrogateIndex(text: string): number {
  return text.search(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
}
