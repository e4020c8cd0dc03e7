import { errorCodeOf } from './atomic-write.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EIO: 'the disk has a fault',
  ENOENT: 'its folder is gone',
  ENOTDIR: 'part of its path is a file',
  EEXIST: 'there is a file in its place',
  EISDIR: 'there is a folder in its place',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its path is too long',
};

/** Why the system refused, as the end of a sentence: `the disk is full`. */
export function systemErrorReason(error: unknown): string {
  const code = errorCodeOf(error) ?? 'unknown error';
  return reasons[code] ?? code;
}
