import { useState } from 'react';

export interface RebasedForm<F> {
  readonly form: F;
  readonly setForm: (form: F) => void;
  // Fields that the user and another window changed to different values. The user's are in the form.
  readonly conflicts: readonly (keyof F)[];
  readonly resolve: (field: keyof F, choice: 'mine' | 'theirs') => void;
}

interface FormState<F> {
  // What the object's form was when the window last saw it.
  readonly base: F;
  readonly form: F;
  readonly conflicts: readonly (keyof F)[];
}

/**
 * Holds the edits of a form while its object may change elsewhere: what the user has not touched follows the
 * object, so that saving the whole form takes back no change of another window. `saved`: the form of the object as
 * it is now, with values that JSON can compare.
 */
export function useRebasedForm<F extends object>(saved: F, initial: Partial<F> = {}): RebasedForm<F> {
  const [state, setState] = useState<FormState<F>>(() => ({
    base: saved,
    form: { ...saved, ...initial },
    conflicts: [],
  }));
  const current = isSame(state.base, saved) ? state : rebase(state, saved);
  if (current !== state) setState(current);
  return {
    form: current.form,
    setForm: (form) => setState((last) => ({ ...last, form })),
    conflicts: current.conflicts,
    resolve: (field, choice) =>
      setState((last) => ({
        ...last,
        conflicts: last.conflicts.filter((one) => one !== field),
        form: choice === 'mine' ? last.form : { ...last.form, [field]: last.base[field] },
      })),
  };
}

// A three-way merge by field.
export function rebase<F extends object>({ base, form, conflicts }: FormState<F>, saved: F): FormState<F> {
  const merged = { ...form };
  const conflicting = new Set(conflicts);
  for (const field of Object.keys(saved) as (keyof F)[]) {
    if (isSame(base[field], saved[field])) continue;
    if (isSame(form[field], base[field])) merged[field] = saved[field];
    else if (!isSame(form[field], saved[field])) conflicting.add(field);
    if (isSame(merged[field], saved[field])) conflicting.delete(field);
  }
  return { base: saved, form: merged, conflicts: [...conflicting] };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
