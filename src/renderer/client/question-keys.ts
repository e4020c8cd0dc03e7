/**
 * A key for each question of a thread, by its id, so that a question stays the same one when another one that stood before
 * it is answered. Questions that share an id, or have none, are told apart by their order.
 */
export function questionKeys(questions: readonly { readonly id: string | null }[]): readonly string[] {
  const seen = new Map<string | null, number>();
  return questions.map(({ id }) => {
    const nth = seen.get(id) ?? 0;
    seen.set(id, nth + 1);
    return `${id ?? ''} ${nth}`;
  });
}
