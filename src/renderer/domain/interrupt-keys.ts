/** What tells one question from another. */
interface Question {
  readonly id: string | null;
  readonly valueText: string;
}

/**
 * A key for each question of a thread, by its id and a fingerprint of its value: a question stays the same one when another
 * that stood before it is answered, and is another one when it asks something else under the same id. Questions that
 * are alike are told apart by their order.
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

/** A value may be megabytes long and is looked at with every key press, so each is worked through once. */
function fingerprintOf(question: Question): string {
  const known = fingerprints.get(question);
  if (known !== undefined) return known;
  const made = fingerprint(question.valueText);
  fingerprints.set(question, made);
  return made;
}

/** Length and FNV-1a hash, in base 36. Not for security: texts with the same fingerprint only share a key. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length.toString(36)}-${(hash >>> 0).toString(36)}`;
}
