/** Attributes that give a set of controls a name. */
export function namedGroup(label: string) {
  return { role: 'group', 'aria-label': label } as const;
}

/** Attributes for a box that scrolls and holds nothing that takes focus: without them a keyboard can't scroll it. */
export function scrollableGroup(label: string) {
  return { ...namedGroup(label), tabIndex: 0 } as const;
}

/** Attributes for a list of which one row is chosen. Its rows are `listOption`s. */
export function listBox(label: string) {
  return { role: 'listbox', 'aria-label': label } as const;
}

/** `tabStop`: the one row that Tab goes to. */
export function listOption(chosen: boolean, tabStop: boolean) {
  return { role: 'option', 'aria-selected': chosen, tabIndex: tabStop ? 0 : -1 } as const;
}
