import { AppError } from '../../shared/app-error.ts';
import { countOf } from '../../shared/count-of.ts';
import type { StudioLink } from '../../shared/model/studio-link.ts';
import { listRecordings } from '../../services/recordings/list-folder.ts';
import { maxOpenRecordings } from '../../services/recordings/recorded-servers.ts';
import { prepareDataFolder } from '../../services/storage/private-folder.ts';
import { defaultDataFolder } from '../../web-host/data-folder.ts';
import { startInTerminal } from '../../web-host/start-in-terminal.ts';
import type { LinkServices } from '../../web-host/start-web-host.ts';
import { readWebHostEnvironment } from '../../web-host/web-host-environment.ts';
import type { CliContext, CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { openRecordingLink } from '../session/open-recording-link.ts';
import { createSessionFolder } from '../session/session-folder.ts';

export const run: CommandRun = async (args, context) => {
  const { terminal, signal } = context;
  const [folderPath = ''] = args.positionals;
  const port = args.port('port');
  const address = args.text('address');
  const environment = readWebHostEnvironment(context.env);
  const listing = await listRecordings(folderPath);
  for (const name of listing.links) terminal.note(`Left out, because it is a link: ${name}`);
  const data = await prepareDataFolder(defaultDataFolder());
  // What is unpacked is removed at the end, and the studio's own data is not touched.
  const folder = await createSessionFolder(data.path);
  try {
    context.outliveOutput();
    const host = await startInTerminal({
      ...environment,
      ...(port === null ? {} : { port }),
      ...(address === null ? {} : { address }),
      ...(args.isSet('allow-network') ? { allowNetwork: true } : {}),
      dataFolder: folder.path,
      reading: true,
      open: !args.isSet('no-open'),
      json: context.json,
      findLink: (services) =>
        openRecordings(
          services,
          listing.recordings.map(({ path, name }) => [name, path] as const),
          context,
        ),
    });
    try {
      await new Promise<void>((ended) => {
        if (signal.aborted) ended();
        else signal.addEventListener('abort', () => ended(), { once: true });
      });
    } finally {
      terminal.note('Quitting.');
      await host.stop();
    }
  } finally {
    await folder.remove();
  }
  return exitCodes.ok;
};

// Opens the recordings that can be opened, and returns a link to the newest. A broken one does not keep the others from
// being read.
async function openRecordings(
  services: LinkServices,
  files: readonly (readonly [string, string])[],
  { terminal, signal }: CliContext,
): Promise<StudioLink> {
  const links: StudioLink[] = [];
  // Lists show the last opened recording first, so the oldest is opened first.
  for (const [name, path] of files.slice(0, maxOpenRecordings).toReversed()) {
    signal.throwIfAborted();
    try {
      links.push(await openRecordingLink(services, path, { threadId: null, assistant: null }, signal));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      terminal.note(`Left out: ${name}. ${error.message}`);
    }
  }
  const newest = links.at(-1);
  if (newest === undefined)
    throw new AppError('not-found', 'There is no recording in this folder.', {
      hint: 'Recordings are zip files that the studio has saved, or folders with the same files.',
    });
  const omittedCount = files.length - maxOpenRecordings;
  if (omittedCount > 0)
    terminal.note(`Left out, because ${maxOpenRecordings} are served at most: the ${omittedCount} oldest`);
  terminal.note(`Serving ${countOf(links.length, 'recording')} for reading.`);
  return newest;
}
