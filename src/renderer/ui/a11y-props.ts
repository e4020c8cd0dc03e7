/** Attributes for a list of which one row is chosen. Its rows are `optionProps`s. */
export function listboxProps(label: string) {
  return { role: 'listbox', 'aria-label': label } as const;
}

/** `tabStop`: the one row that Tab goes to. */
export function optionProps(chosen: boolean, tabStop: boolean) {
  return { role: 'option', 'aria-selected': chosen, tabIndex: tabStop ? 0 : -1 } as const;
}

/** Attributes that give a set of controls a name. */
export function groupProps(label: string) {
  return { role: 'group', 'aria-label': label } as const;
}

/** Attributes for a box that scrolls and holds nothing that takes focus: without them a keyboard can't scroll it. */
export function scrollableGroupProps(label: string) {
  return { ...groupProps(label), tabIndex: 0 } as const;
}
