interface Question {
  readonly id: string | null;
  readonly valueText: string;
}

/**
 * A key for each interrupt of a thread, from its ID and a fingerprint of its value. An interrupt keeps its
 * key when an earlier one is answered, and gets another when its value changes. Identical ones are numbered.
 */
export function interruptKeys(questions: readonly Question[]): readonly string[] {
  const seen = new Map<string, number>();
  return questions.map((question) => {
    const key = `${question.id ?? ''} ${fingerprintOf(question)}`;
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    return `${key} ${nth}`;
  });
}

const fingerprints = new WeakMap<Question, string>();

/** Values may be megabytes long and are used on each key press, so fingerprints are cached. */
function fingerprintOf(question: Question): string {
  const known = fingerprints.get(question);
  if (known !== undefined) return known;
  const made = fingerprint(question.valueText);
  fingerprints.set(question, made);
  return made;
}

/** Length and FNV-1a hash in base 36. Not for security: a collision only shares a key. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length.toString(36)}-${(hash >>> 0).toString(36)}`;
}
