import { memberTexts } from 'exact-json';
import type { StateChange } from '../../shared/model/thread.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext, CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { RawJson } from '../output/json-document.ts';
import { stateDocument } from '../output/state-document.ts';
import { questionsOf } from '../session/open-questions.ts';
import { readJson } from '../session/read-value.ts';
import { withServer } from '../session/open-session.ts';
import { resolveThread } from '../session/resolve-thread.ts';

export const run: CommandRun = async (args, context) => {
  const changes = await changesIn(args, context);
  return withServer(args, context, async ({ call, server: { connectionId } }) => {
    const threadId = await resolveThread(call, connectionId, args.positionals[0] ?? '');
    const chosen = args.text('checkpoint');
    // The newest checkpoint as it is now: if it is no longer that when writing, somebody else was faster.
    const head =
      chosen ?? (await call('threads.state', { connectionId, threadId, checkpointId: null })).checkpointId;
    const { state, changedKeys, differences } = await call('threads.updateState', {
      connectionId,
      threadId,
      checkpointId: head,
      expectedHeadId: chosen === null ? head : null,
      asNode: args.text('as-node'),
      changes,
    });
    const { terminal } = context;
    if (context.json) {
      terminal.printJson({
        ...stateDocument({ state, questions: await questionsOf(call, { connectionId, threadId }, state) }),
        changedKeys,
        differences: differences.map(({ key, expectedText, actualText }) => ({
          key,
          expected: new RawJson(expectedText),
          actual: actualText === null ? null : new RawJson(actualText),
        })),
      });
      return exitCodes.ok;
    }
    terminal.print(
      `${state.checkpointId ?? ''}  ${changedKeys.length === 0 ? 'nothing changed' : `changed ${changedKeys.join(', ')}`}`,
    );
    for (const { key } of differences) {
      terminal.note(`${key} is not what was sent: a reducer or the server changed it.`);
    }
    return exitCodes.ok;
  });
};

async function changesIn(args: CommandArguments, { stdin }: CliContext): Promise<StateChange[]> {
  const [, ...pairs] = args.positionals;
  const changes: StateChange[] = [];
  const values = args.text('values');
  if (values !== null) {
    const text = await readJson('--values', values, stdin);
    if (!text.startsWith('{')) throw usageError('--values is not a JSON object.');
    changes.push(...memberTexts(text).map(({ key, text: valueText }) => ({ key, valueText })));
  }
  for (const pair of pairs) {
    const equalsIndex = pair.indexOf('=');
    if (equalsIndex < 1) throw usageError(`"${pair}" is not KEY=JSON.`);
    const key = pair.slice(0, equalsIndex);
    changes.push({ key, valueText: await readJson(key, pair.slice(equalsIndex + 1), stdin) });
  }
  if (changes.length === 0) throw usageError('There is nothing to set.', 'Give KEY=JSON or --values.');
  return changes;
}
