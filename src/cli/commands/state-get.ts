import { formatJson, memberText } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { stateDocument } from '../output/state-document.ts';
import { questionsOf } from '../session/open-questions.ts';
import { withServer } from '../session/open-session.ts';
import { resolveThread } from '../session/resolve-thread.ts';

export const run: CommandRun = (args, context) => {
  const key = args.text('key');
  return withServer(args, context, async ({ call, server: { connectionId } }) => {
    const threadId = await resolveThread(call, connectionId, args.positionals[0] ?? '');
    const thread = { connectionId, threadId };
    const state = await call('threads.state', { ...thread, checkpointId: args.text('checkpoint') });
    if (key !== null) {
      const text = memberText(state.valuesText, key);
      if (text === null) throw new AppError('not-found', `The state has no "${key}".`);
      context.terminal.printJsonText(formatJson(text));
    } else if (context.json) {
      const questions = await questionsOf(call, thread, state);
      context.terminal.printJson(stateDocument({ state, questions }));
    } else context.terminal.printJsonText(formatJson(state.valuesText));
    return exitCodes.ok;
  });
};
