import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { columns, StyledText } from '../output/styled-text.ts';
import { withSession } from '../session/open-session.ts';

export const run: CommandRun = (args, context) =>
  withSession(args, context, async ({ services }) => {
    const saved = await services.savedConnections();
    if (context.json) {
      context.terminal.printJson({
        servers: saved.map(({ id, name, url, production, group, key }) => ({
          id,
          name,
          url,
          production: production ?? false,
          group,
          hasKey: key.storage !== 'none',
        })),
      });
    } else if (saved.length === 0) context.terminal.note('No server is saved. Save one with servers add.');
    else {
      context.terminal.print(
        columns(
          saved.map(({ name, url, production }) => [
            name,
            url ?? '',
            new StyledText('waiting', production ? 'production' : ''),
          ]),
        ),
      );
    }
    return exitCodes.ok;
  });
