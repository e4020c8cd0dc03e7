import { lstat, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { countOf } from '../../shared/count-of.ts';
import type { RecordingPreview } from '../../shared/model/recording.ts';
import { scrubberHint } from '../../shared/scrubber-hint.ts';
import { extractZip } from '../../services/recordings/extract-zip.ts';
import { formatManifest } from '../../services/recordings/manifest.ts';
import { errorCodeOf } from '../../services/storage/atomic-write.ts';
import { createFile, replaceFile } from '../../services/storage/replace-file.ts';
import { sizeText } from '../../shared/size-text.ts';
import { fileAddress, placeOf } from '../../services/recordings/addresses/file-address.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext, CommandRun } from '../context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { confirmTransfer } from '../session/confirm-transfer.ts';
import { followTransfer } from '../session/follow-transfer.ts';
import { withServer } from '../session/open-session.ts';
import { resolveThread } from '../session/resolve-thread.ts';
import type { ServerSession } from '../session/session.ts';

export const run: CommandRun = (args, context) =>
  withServer(args, context, async (session) => {
    const { terminal, signal } = context;
    const { connectionId } = session.server;
    const threadId = await resolveThread(session.call, connectionId, args.positionals[0] ?? '');
    const address = addressIn(args);
    const isFolder = args.isSet('folder');
    const replaces = args.isSet('force');
    const target = resolve(args.text('output') ?? `${threadId}${isFolder ? '.recording' : '.recording.zip'}`);
    if (isFolder) await prepareFolder(target);
    else if (address === null && !replaces && (await exists(target))) throw existsAlready(target);
    context.outliveOutput();
    const request = {
      connectionId,
      threadId,
      runId: args.text('run'),
      scrubLikely: !args.isSet('keep-likely-secrets'),
      hideHosts: args.isSet('hide-hosts'),
    };
    let preview: RecordingPreview | null = null;
    for await (const progress of session.streams['recordings.record'](request, signal))
      preview = progress.preview;
    if (preview === null) throw new AppError('cancelled', 'The recording was cancelled.');
    if (address !== null) return sendTo(address, preview, session, args, context);
    const path = session.services.recordingDraft(preview.draftId);
    if (isFolder) {
      const manifest = await extractZip(path, target, signal);
      await writeFile(join(target, 'manifest.json'), formatManifest(manifest), { mode: 0o600 });
    } else {
      await saveFile(session, preview, target, replaces);
    }
    if (context.json) {
      const { counts, missing, scrubbed } = preview;
      terminal.printJson({ path: target, counts, missing, scrubbed });
    } else {
      terminal.print(target);
      notePreview(preview, terminal);
    }
    return exitCodes.ok;
  });

function notePreview({ counts, missing, scrubbed }: RecordingPreview, terminal: Terminal): void {
  const { checkpoints, runs, frames } = counts;
  terminal.note(`${checkpoints} checkpoints, ${runs} runs, ${frames} events`);
  for (const sentence of missing) terminal.note(`Missing: ${sentence}`);
  terminal.note(removedText(scrubbed));
  terminal.note(scrubberHint);
}

// Checked before anything is recorded.
function addressIn(args: CommandArguments): string | null {
  const address = args.text('to');
  if (address === null) return null;
  const conflictingOption = ['output', 'folder', 'force'].find(
    (name) => args.isSet(name) || args.text(name) !== null,
  );
  if (conflictingOption !== undefined)
    throw usageError(`--to and --${conflictingOption} cannot be used together.`);
  fileAddress(address);
  return address;
}

async function sendTo(
  address: string,
  preview: RecordingPreview,
  session: ServerSession,
  args: CommandArguments,
  context: CliContext,
): Promise<ExitCode> {
  const { terminal, signal, json } = context;
  const { counts, missing, scrubbed, zipBytes, draftId } = preview;
  const place = placeOf(fileAddress(address));
  // With --json and --yes, a program reads the same from the output afterwards.
  if (!json || !args.isSet('yes')) notePreview(preview, terminal);
  await confirmTransfer(`Send ${sizeText(zipBytes)} to ${place}?`, args, context);
  await followTransfer(session.streams['recordings.send']({ draftId, address }, signal), 'Sent', terminal);
  if (json) terminal.printJson({ sentTo: place, bytes: zipBytes, counts, missing, scrubbed });
  else terminal.print(place);
  return exitCodes.ok;
}

// `Removed: 1 known secret, 3 likely secrets (api_key × 2, github-pat), 0 hosts`
function removedText({ known, likely, hosts, kinds }: RecordingPreview['scrubbed']): string {
  const names = kinds.map(({ kind, count }) =>
    count === 1 ? kind : `${kind} × ${count.toLocaleString('en')}`,
  );
  const list = names.length === 0 ? '' : ` (${names.join(', ')})`;
  const counts = [
    countOf(known, 'known secret'),
    countOf(likely, 'likely secret') + list,
    countOf(hosts, 'host'),
  ];
  return `Removed: ${counts.join(', ')}`;
}

async function prepareFolder(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  if ((await readdir(target)).length > 0) {
    throw new AppError('invalid-input', `The folder ${target} is not empty.`, { hint: 'Name a new one.' });
  }
}

function existsAlready(target: string): AppError {
  return usageError(`${target} exists.`, 'Name another file with --output, or replace it with --force.');
}

async function exists(path: string): Promise<boolean> {
  // A link that leads nowhere is there, too.
  return (await lstat(path).catch(() => null)) !== null;
}

async function saveFile(
  session: ServerSession,
  preview: RecordingPreview,
  target: string,
  replaces: boolean,
): Promise<void> {
  const save = replaces ? replaceFile : createFile;
  try {
    await save(target, async (draft) => {
      const file = await open(draft, 'wx', 0o600);
      try {
        for (let from = 0, total = 1; from < total;) {
          const part = await session.call('recordings.part', { draftId: preview.draftId, from });
          ({ total } = part);
          for (const piece of part.pieces) {
            await file.write(piece);
            from += piece.length;
          }
        }
        await file.sync();
      } finally {
        await file.close();
      }
    });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // It has come while the thread was recorded.
    if (errorCodeOf(cause) === 'EEXIST') throw existsAlready(target);
    throw new AppError('storage', `${target} could not be written. Nothing was left there.`, {
      hint: 'Check that its folder exists and that the disk is not full.',
      cause,
    });
  }
}
