import { AppError } from '../../shared/app-error.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { closestName } from '../args/closest-name.ts';
import { usageError } from '../args/usage-error.ts';
import type { Call } from './confirm-writes.ts';
import { didYouMean } from './did-you-mean.ts';

const maxListed = 20;

export async function pickAssistant(
  {
    call,
    server,
  }: { readonly call: Call; readonly server: { readonly connectionId: string; readonly name: string } },
  args: CommandArguments,
): Promise<Assistant> {
  const named = args.text('assistant') ?? args.positionals[0] ?? null;
  const assistants = await call('assistants.list', { connectionId: server.connectionId });
  return findAssistant(assistants, named, server.name);
}

/**
 * By ID, else by name, else the default assistant of a graph. Throws `AppError`: `not-found`, or `invalid-input` if it
 * fits several.
 */
export function findAssistant(
  assistants: readonly Assistant[],
  named: string | null,
  serverName: string,
): Assistant {
  const list = assistants
    .slice(0, maxListed)
    .map(({ name, graphId }) => (name === graphId ? name : `${name} (${graphId})`))
    .concat(assistants.length > maxListed ? ['…'] : [])
    .join(', ');
  if (named === null) {
    const [only] = assistants;
    if (only && assistants.length === 1) return only;
    throw usageError('Which assistant?', `${serverName} has ${list === '' ? 'none' : list}.`);
  }
  const byId = assistants.find(({ assistantId }) => assistantId === named);
  if (byId) return byId;
  const byName = assistants.filter(({ name }) => name === named);
  const byGraph = assistants.filter(({ graphId }) => graphId === named);
  const candidates =
    [byName, byGraph.filter(({ bySystem }) => bySystem), byGraph].find(({ length }) => length > 0) ?? [];
  const [only] = candidates;
  if (only && candidates.length === 1) return only;
  if (byName.length > 1) throw usageError(`Several assistants are called "${named}".`, 'Name it by its ID.');
  if (only) {
    const names = candidates.map(({ name }) => name).join(', ');
    throw usageError(
      `Several assistants run the graph "${named}": ${names}.`,
      'Name one of them, or its ID.',
    );
  }
  const closest = closestName(
    named,
    assistants.flatMap(({ name, graphId }) => [name, graphId]),
  );
  throw new AppError('not-found', `${serverName} has no assistant "${named}".`, {
    hint:
      list === ''
        ? 'It has none.'
        : `${closest === null ? '' : `Did you mean "${closest}"? `}It has ${list}.`,
  });
}

/** The item of this name; the only one without a name. Throws `AppError` otherwise. */
export function exactly<T extends { readonly name: string }>(
  items: readonly T[],
  named: string | undefined,
  what: string,
): T {
  const names = items.map(({ name }) => name);
  const matches = named === undefined ? items : items.filter(({ name }) => name === named);
  const [only] = matches;
  if (only && matches.length === 1) return only;
  if (only) throw usageError(`Which ${what}?`, didYouMean('', names));
  throw new AppError('not-found', `There is no ${what}${named === undefined ? '' : ` "${named}"`}.`, {
    hint: didYouMean(named ?? '', names),
  });
}
