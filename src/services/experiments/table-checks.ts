import { JsonSyntaxError, parseTree } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import type { Check } from '../../shared/inputs/check.ts';
import { externalCheckOf } from '../../shared/inputs/external-check.ts';
import { parseCheck } from '../../shared/inputs/parse-check.ts';

// The checks of a table. Throws `invalid-input` for a text that is none, and for a check to which nobody could agree: what a check
// may reach is remembered of a folder of inputs, which a table has not.
export function parseTableChecks(texts: readonly string[]): readonly Check[] {
  return texts.map((text, index) => {
    const where = `Check ${index + 1}`;
    const check = parsed(text, where);
    if (externalCheckOf(check) === null) return check;
    throw new AppError(
      'invalid-input',
      `${where} asks a command, an address or another server, which a table can't.`,
      { hint: 'Save the inputs as files, and give the check to them. Nothing was sent.', details: { where } },
    );
  });
}

function parsed(text: string, where: string): Check {
  try {
    return parseCheck(text, parseTree(text));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new AppError('invalid-input', `${where}: ${error.message}.`, {
      hint: 'Nothing was sent.',
      details: { where },
    });
  }
}
