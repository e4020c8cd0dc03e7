/** Attributes that give a set of controls a name. */
export function groupProps(label: string) {
  return { role: 'group', 'aria-label': label } as const;
}

/** Attributes for a box that scrolls and holds nothing that takes focus: without them a keyboard can't scroll it. */
export function scrollableGroupProps(label: string) {
  return { ...groupProps(label), tabIndex: 0 } as const;
}
