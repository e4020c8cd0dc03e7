import { z } from 'zod';
import { isNestedDeeperThan } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import { maxManifestBytes, RecordingManifest, recordingFormat, recordingVersion } from './manifest.ts';

// Why a file is not opened as a recording. `reason`: the end of a sentence.
export function refused(
  reason: string,
  hint = 'Record it again, or get the file again.',
  details: Readonly<Record<string, string>> = {},
): AppError {
  return new AppError('invalid-input', `This recording can’t be opened: ${reason}`, { hint, details });
}

export function notARecording(): AppError {
  return new AppError('invalid-input', 'This file is not a recording.', {
    hint: 'Recordings are zip files that the studio has saved, or folders with the same files. Each has a manifest.json.',
  });
}

export function manifestTooLarge(bytes: number): AppError {
  return refused(
    `its manifest has ${bytes.toLocaleString('en')} bytes, and the limit is ${maxManifestBytes.toLocaleString('en')}.`,
  );
}

// A manifest with all files and missing parts that it may have is far below. As objects, more would be gigabytes.
const maxManifestValues = 1_000_000;
const maxManifestDepth = 20;

const Head = z.looseObject({ format: z.literal(recordingFormat), version: z.int().positive() });

// Parses a manifest. Throws an `AppError` that says why not.
export function parseManifest(text: string): RecordingManifest {
  checkSize(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused('its manifest is not JSON.');
  }
  const head = Head.safeParse(value);
  if (!head.success) throw notARecording();
  if (head.data.version > recordingVersion) {
    const { version } = head.data;
    throw refused(`a newer studio created it (format version ${version}).`, 'Update the studio.', {
      newerVersion: String(version),
    });
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

// Throws an `AppError` for a text that would be too much as objects, without parsing it.
function checkSize(text: string): void {
  if (isNestedDeeperThan(text, maxManifestDepth)) {
    throw refused(`its manifest is nested more than ${maxManifestDepth} levels deep, which is the limit.`);
  }
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 44 || code === 91 || code === 123) values += 1;
  }
  if (values > maxManifestValues) {
    throw refused(
      `its manifest has more than ${maxManifestValues.toLocaleString('en')} values, which is the limit.`,
    );
  }
}
