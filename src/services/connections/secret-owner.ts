/** Whose secret it is. It is sealed together with these, so that it opens for the same server only (row C-8). */
export interface SecretOwner {
  readonly connectionId: string;
  readonly origin: string;
  /** `key`, or `header:` and the header's name in small letters. */
  readonly name: string;
}
