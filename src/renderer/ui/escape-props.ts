import { escapeInvisible } from '../../shared/escape-invisible.ts';

const shownAttributes = [
  'title',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'label',
  'placeholder',
] as const;

// Escapes invisible characters in children and in the attributes above. Editable text (`value`) is
// not changed. Returns the same object if there is nothing to escape.
export function escapeProps(props: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let escaped: Record<string, unknown> | null = null;
  const putEscaped = (name: string, value: unknown): void => {
    if (value === props[name]) return;
    escaped ??= { ...props };
    escaped[name] = value;
  };
  putEscaped('children', escapeChildren(props['children']));
  for (const name of shownAttributes) {
    const value = props[name];
    if (typeof value === 'string') putEscaped(name, escapeInvisible(value));
  }
  return escaped ?? props;
}

function escapeChildren(children: unknown): unknown {
  if (typeof children === 'string') return escapeInvisible(children);
  if (!Array.isArray(children)) return children;
  let escaped: unknown[] | null = null;
  for (const [index, child] of children.entries()) {
    const escapedChild = escapeChildren(child);
    if (escapedChild === child) continue;
    escaped ??= [...(children as readonly unknown[])];
    escaped[index] = escapedChild;
  }
  return escaped ?? children;
}
