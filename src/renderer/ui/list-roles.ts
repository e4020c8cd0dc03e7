/** Attributes for a list of which one row is chosen. Its rows are `optionProps`s. */
export function listboxProps(label: string) {
  return { role: 'listbox', 'aria-label': label } as const;
}

/** `tabStop`: the one row that Tab goes to. */
export function optionProps(chosen: boolean, tabStop: boolean) {
  return { role: 'option', 'aria-selected': chosen, tabIndex: tabStop ? 0 : -1 } as const;
}
