import { CheckKeyName, type CheckKeyDraft } from '../../shared/model/check-key.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import { valueOfVariable } from './environment-key.ts';

/** The keys of `--check-key`, for this session alone. Throws `AppError` (`invalid-input`), which repeats no value. */
export function checkKeysIn(args: CommandArguments): readonly CheckKeyDraft[] {
  return args.list('check-key').map((typed) => {
    const [, name = '', variable = '', url = ''] =
      /^([^=@]+)=([A-Za-z_]\w*)@(https?:\/\/.+)$/i.exec(typed) ?? [];
    if (!CheckKeyName.safeParse(name).success || !URL.canParse(url))
      throw usageError(
        'The value of --check-key does not name a key, a variable and an address.',
        'Write --check-key NAME=VARIABLE@URL, such as score-key=SCORE_KEY@https://scores.example.com.',
      );
    return { origin: new URL(url).origin, name, value: valueOfVariable(variable), storage: 'session' };
  });
}
