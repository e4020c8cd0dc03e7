/** Attributes for a list of which one row is chosen. Its rows are `listOption`s. */
export function listBox(label: string) {
  return { role: 'listbox', 'aria-label': label } as const;
}

/** `tabStop`: the one row that Tab goes to. */
export function listOption(chosen: boolean, tabStop: boolean) {
  return { role: 'option', 'aria-selected': chosen, tabIndex: tabStop ? 0 : -1 } as const;
}
