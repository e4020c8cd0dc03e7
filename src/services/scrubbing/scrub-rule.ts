// - `pattern`: The source of a regular expression; its first group is the secret, or all of it.
// - `keywords`: Lower-case, of three characters or more; a text with the secret contains one of them in any case.
// - `entropy`: Shannon entropy of the secret in bits for each character, at least: a placeholder has less.
// - `isAssigned`: The name of the service stands before the secret, which has no form of its own.
export interface ScrubRule {
  readonly id: string;
  readonly pattern: string;
  readonly keywords: readonly string[];
  readonly entropy?: number;
  readonly isAssigned?: true;
}
