export type FocusGroupDirection = 'horizontal' | 'vertical';

/** Attributes of an element whose buttons and links are one tab stop, as soon as `installFocusGroups` was called. */
export function focusGroupProps(direction: FocusGroupDirection) {
  return { 'data-focus-group': direction } as const;
}
