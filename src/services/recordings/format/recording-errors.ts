import { z } from 'zod';
import { AppError } from '../../../shared/app-error.ts';
import { RecordingManifest, recordingFormat, recordingVersion } from './manifest.ts';

/** Why a file is not opened as a recording. `reason`: the end of a sentence. */
export function refused(reason: string, hint = 'Record it again, or get the file again.'): AppError {
  return new AppError('invalid-input', `This recording can’t be opened: ${reason}`, { hint });
}

export function notARecording(): AppError {
  return new AppError('invalid-input', 'This file is not a recording.', {
    hint: 'Recordings are zip files that the studio has saved, or folders with the same files. Each has a manifest.json.',
  });
}

const Head = z.looseObject({ format: z.literal(recordingFormat), version: z.int().positive() });

/** Parses a manifest. Throws an `AppError` that says why not. */
export function parseManifest(text: string): RecordingManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused('its manifest is not JSON.');
  }
  const head = Head.safeParse(value);
  if (!head.success) throw notARecording();
  if (head.data.version > recordingVersion) {
    throw refused(`a newer studio has made it (format version ${head.data.version}).`, 'Update the studio.');
  }
  const manifest = RecordingManifest.safeParse(value);
  if (!manifest.success) {
    const [issue] = manifest.error.issues;
    throw refused(`its manifest is not valid at “${(issue?.path ?? []).map(String).join('.')}”.`);
  }
  const paths = manifest.data.entries.map(({ path }) => path.toLowerCase());
  if (new Set(paths).size < paths.length) throw refused('its manifest names a file twice.');
  return manifest.data;
}
