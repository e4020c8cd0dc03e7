/** What a recording may have, whoever made it. */
export interface RecordingLimits {
  /** Of all files, unpacked. */
  readonly bytes: number;
  /** Files in the zip. */
  readonly files: number;
  /** How many times larger than packed a file may be, beyond `freeBytes`. */
  readonly ratio: number;
  readonly freeBytes: number;
}

/**
 * A history repeats its values in every checkpoint, so that real recordings are up to 200 times smaller as zips. Deflate
 * reaches 1,032 at most, with content that says nothing.
 */
export const recordingLimits: RecordingLimits = {
  bytes: 8 * 2 ** 30,
  files: 25_000,
  ratio: 600,
  freeBytes: 64 * 2 ** 20,
};
