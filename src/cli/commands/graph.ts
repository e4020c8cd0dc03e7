import { usageError } from '../args/usage-error.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { pickAssistant } from '../session/pick-assistant.ts';
import { withServer } from '../session/open-session.ts';
import { drawGraph } from '../output/draw-graph.ts';

export const run: CommandRun = (args, context) => {
  const formats = (['mermaid', 'svg', 'json'] as const).filter((format) => args.isSet(format));
  const [format = 'mermaid', second] = formats;
  if (second !== undefined) throw usageError(`--${format} and --${second} cannot be used together.`);
  return withServer(args, context, async (session) => {
    const { assistantId } = await pickAssistant(session, args);
    const { connectionId } = session.server;
    const shape = await session.call('assistants.graph', { connectionId, assistantId });
    const drawing = drawGraph(shape, format, {
      level: args.isSet('xray') ? 'all' : 0,
      direction: args.text('direction') === 'right' ? 'right' : 'down',
      theme: args.text('theme') === 'dark' ? 'dark' : 'light',
    });
    if (format === 'json') context.terminal.printJsonText(drawing.trimEnd());
    else context.terminal.printEscaped(drawing);
    return exitCodes.ok;
  });
};
