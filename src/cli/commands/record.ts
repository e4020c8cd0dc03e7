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
import { usageError } from '../args/usage-error.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { withServer } from '../session/open-session.ts';
import { resolveThread } from '../session/resolve-thread.ts';
import type { ServerSession } from '../session/session.ts';

export const run: CommandRun = (args, context) =>
  withServer(args, context, async (session) => {
    const { terminal, signal } = context;
    const { connectionId } = session.server;
    const threadId = await resolveThread(session.call, connectionId, args.positionals[0] ?? '');
    const isFolder = args.isSet('folder');
    const replaces = args.isSet('force');
    const target = resolve(args.text('output') ?? `${threadId}${isFolder ? '.recording' : '.recording.zip'}`);
    if (isFolder) await prepareFolder(target);
    else if (!replaces && (await exists(target))) throw existsAlready(target);
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
      const { checkpoints, runs, frames } = preview.counts;
      terminal.note(`${checkpoints} checkpoints, ${runs} runs, ${frames} events`);
      for (const sentence of preview.missing) terminal.note(`Missing: ${sentence}`);
      terminal.note(removedText(preview.scrubbed));
      terminal.note(scrubberHint);
    }
    return exitCodes.ok;
  });

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
