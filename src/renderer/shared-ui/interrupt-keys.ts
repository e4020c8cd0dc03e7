interface Question {
  readonly id: string | null;
  readonly valueText: string;
}

/**
 * A key for each interrupt of a thread, from its ID and a fingerprint of its value. An interrupt keeps its
 * key when an earlier one is answered, and gets another when its value changes. Identical ones are numbered.
 */
export function interruptKeys(questions: readonly Question[]): readonly string[] {
  const counts = new Map<string, number>();
  return questions.map((question) => {
    const key = `${question.id ?? ''} ${fingerprintOf(question)}`;
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    return `${key} ${nth}`;
  });
}

/**
 * For each interrupt, a key of its answer: of its ID, which may be shared, and of all values under that ID. A node
 * that asks again does so under the same ID, but what was written for its first question is no answer to the next.
 */
export function answerKeys(questions: readonly Question[]): readonly string[] {
  const parts = new Map<string | null, string[]>();
  const ids = questions.map((question) => {
    const { id } = question;
    const fingerprints = parts.get(id) ?? [id ?? ''];
    fingerprints.push(fingerprintOf(question));
    parts.set(id, fingerprints);
    return id;
  });
  const keys = new Map([...parts].map(([id, fingerprints]) => [id, fingerprints.join(' ')]));
  return ids.map((id) => keys.get(id) ?? '');
}

const fingerprints = new WeakMap<Question, string>();

// Values may be megabytes long and are used on each key press, so fingerprints are cached.
function fingerprintOf(question: Question): string {
  const cachedFingerprint = fingerprints.get(question);
  if (cachedFingerprint !== undefined) return cachedFingerprint;
  const made = fingerprint(question.valueText);
  fingerprints.set(question, made);
  return made;
}

// Length and FNV-1a hash in base 36. Not for security: a collision only shares a key.
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length.toString(36)}-${(hash >>> 0).toString(36)}`;
}
