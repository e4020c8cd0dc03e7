import { useLayoutEffect, useState, type RefObject } from 'react';

const controls = 'textarea, input, [contenteditable="true"], [role="radio"], button';

/**
 * Puts the focus to the field at a path, after the render that follows: what was added is written into at once, and
 * what is left out leaves the keyboard beside its place. Fields mark themselves with `data-path`, and the buttons that
 * stand beside their names with `data-beside`.
 */
export function useFocusPath(form: RefObject<HTMLElement | null>): (path: string) => void {
  const [target, setTarget] = useState<{ readonly path: string } | null>(null);
  useLayoutEffect(() => {
    if (target === null) return;
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
    const field = fields.find(({ dataset }) => dataset['path'] === target.path);
    const within = [...(field?.querySelectorAll<HTMLElement>(controls) ?? [])];
    (within.find((one) => one.closest('[data-beside]') === null) ?? within.at(-1))?.focus();
  }, [form, target]);
  return (path) => setTarget({ path });
}
