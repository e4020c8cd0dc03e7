/** ARIA attributes of a single-select list. Its rows take `optionProps`. */
export function listboxProps(label: string) {
  return { role: 'listbox', 'aria-label': label } as const;
}

/** `tabStop`: whether Tab goes to this row. */
export function optionProps(chosen: boolean, tabStop: boolean) {
  return { role: 'option', 'aria-selected': chosen, tabIndex: tabStop ? 0 : -1 } as const;
}

export function groupProps(label: string) {
  return { role: 'group', 'aria-label': label } as const;
}

export function scrollableGroupProps(label: string) {
  return { ...groupProps(label), tabIndex: 0 } as const;
}
