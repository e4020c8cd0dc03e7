import { randomUUID } from 'node:crypto';
import { open, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { RecordingMatch, RecordingMatches, RecordingPreview } from '../../shared/model/recording.ts';
import type { Platform } from '../common/platform.ts';
import { openLineFile } from './line-file.ts';
import { formatManifest, type RecordingManifest } from './manifest.ts';
import { createLineSearch } from './line-search.ts';
import { kindCounts, type ScrubReport } from '../scrubbing/value-scrubber.ts';
import { describeMissing, recordingEnding } from './recording-connection.ts';

// Of each owner.
const maxDrafts = 8;
const partBytes = 4 * 2 ** 20;
const maxMatches = 200;
const maxSentences = 50;

interface NewDraft {
  readonly draftId: string;
  readonly content: string;
}

export interface RecordingDrafts {
  // For lack of room the oldest one of the same owner goes.
  create(owner?: string): Promise<NewDraft>;
  // Packs the files of a draft, which are in its `content` folder.
  finish(
    draft: NewDraft,
    manifest: RecordingManifest,
    report: ScrubReport | null,
    signal: AbortSignal,
  ): Promise<RecordingPreview>;
  search(draftId: string, text: string, signal: AbortSignal): Promise<RecordingMatches>;
  // Throws `not-found`.
  part(draftId: string, from: number): Promise<{ readonly total: number; readonly bytes: Uint8Array }>;
  // Path of a finished draft's zip. Throws `not-found`.
  zipPath(draftId: string): string;
  discard(draftId: string): Promise<void>;
  stop(): Promise<void>;
}

interface Draft {
  readonly owner: string;
  readonly folder: string;
  readonly content: string;
  manifest: RecordingManifest | null;
}

// Folders of other processes that are this old are leftovers, in milliseconds.
const leftoverMs = 24 * 3600 * 1000;

export function createRecordingDrafts({ dataFolder }: Pick<Platform, 'dataFolder'>): RecordingDrafts {
  const all = join(dataFolder, 'recordings', '.drafts');
  const drafts = new Map<string, Draft>();
  let swept: Promise<void> | null = null;

  const sweep = async (): Promise<void> => {
    for (const name of await readdir(all).catch((): string[] => [])) {
      const about = await stat(join(all, name)).catch(() => null);
      if (about && Date.now() - about.mtimeMs > leftoverMs) await remove(join(all, name));
    }
  };
  const find = (draftId: string): Draft & { readonly manifest: RecordingManifest } => {
    const draft = drafts.get(draftId);
    if (draft?.manifest) return { ...draft, manifest: draft.manifest };
    throw new AppError('not-found', 'This recording is no longer available.', { hint: 'Record it again.' });
  };
  const discard = async (draftId: string): Promise<void> => {
    const draft = drafts.get(draftId);
    drafts.delete(draftId);
    if (draft) await remove(draft.folder);
  };
  const zipOf = ({ folder }: Draft): string => join(folder, 'recording.zip');

  return {
    async create(owner = '') {
      await (swept ??= sweep());
      const own = [...drafts].filter(([, draft]) => draft.owner === owner).map(([id]) => id);
      for (const oldest of own.slice(0, Math.max(0, own.length - maxDrafts + 1))) await discard(oldest);
      const draftId = randomUUID();
      const folder = join(all, draftId);
      const content = join(folder, 'content');
      try {
        await mkdir(content, { recursive: true, mode: 0o700 });
      } catch (cause) {
        throw new AppError('storage', 'The recording could not be started.', {
          hint: 'Check that the disk is not full.',
          cause,
        });
      }
      drafts.set(draftId, { owner, folder, content, manifest: null });
      return { draftId, content };
    },
    async finish({ draftId, content }, manifest, report, signal) {
      const draft = drafts.get(draftId);
      if (!draft) throw new AppError('cancelled', 'The recording was cancelled.');
      const { saveZip } = await import('./write-zip.ts');
      await saveZip(content, manifest, zipOf(draft), signal);
      drafts.set(draftId, { ...draft, content, manifest });
      const { size } = await stat(zipOf(draft));
      return toPreview(draftId, manifest, report, size);
    },
    async search(draftId, text, signal) {
      const { content, manifest } = find(draftId);
      const search = createLineSearch(text);
      const matches: RecordingMatch[] = [];
      let total = 0;
      const look = (path: string, line: string, number: number): void => {
        const excerpt = search(line);
        if (excerpt === null) return;
        total += 1;
        if (matches.length < maxMatches) matches.push({ path, line: number, excerpt });
      };
      // The manifest is no entry of its own, but has the name and the address of the server.
      for (const [index, line] of formatManifest(manifest).split('\n').entries())
        look('manifest.json', line, index + 1);
      for (const { path } of manifest.entries) {
        const file = await openLineFile(content, path);
        try {
          let number = 0;
          for await (const line of file.all()) {
            signal.throwIfAborted();
            look(path, line, (number += 1));
          }
        } finally {
          await file.close();
        }
      }
      return { matches, total, isCut: total > matches.length };
    },
    async part(draftId, from) {
      const file = await open(zipOf(find(draftId)), 'r');
      try {
        const { size: total } = await file.stat();
        const bytes = Buffer.alloc(Math.max(0, Math.min(partBytes, total - from)));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
        return { total, bytes: bytes.subarray(0, bytesRead) };
      } finally {
        await file.close();
      }
    },
    zipPath: (draftId) => zipOf(find(draftId)),
    discard,
    async stop() {
      for (const draftId of drafts.keys()) await discard(draftId);
    },
  };
}

function toPreview(
  draftId: string,
  manifest: RecordingManifest,
  report: ScrubReport | null,
  zipBytes: number,
): RecordingPreview {
  const { counts, missing, entries, scrubbed, server } = manifest;
  return {
    draftId,
    fileName: `${fileStem(server.name)}-${manifest.thread_id.slice(0, 8)}.${recordingEnding}`,
    zipBytes,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    counts: {
      checkpoints: counts.checkpoints,
      subgraphCheckpoints: counts.subgraph_checkpoints,
      runs: counts.runs,
      frames: counts.frames,
      deliveries: counts.deliveries,
      requests: counts.requests,
    },
    missing: missing.slice(0, maxSentences).map(describeMissing),
    missingTotal: missing.length,
    scrubbed: {
      ...scrubbed,
      kinds: kindCounts(report?.kinds ?? new Map()),
    },
  };
}

function fileStem(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'recording'
  );
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
