export interface SecretRule {
  readonly id: string;
  /** The source of a regular expression; its first group is the secret, or all of it. */
  readonly pattern: string;
  /** Lower-case, of three characters or more; a text with the secret contains one of them in any case. */
  readonly keywords: readonly string[];
  /** Shannon entropy of the secret in bits for each character, at least: a placeholder has less. */
  readonly entropy?: number;
  /** The name of the service stands before the secret, which has no form of its own. */
  readonly isAssigned?: true;
}
