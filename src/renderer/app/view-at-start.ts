interface StoredView {
  readonly railView?: string | undefined;
  readonly selection?: { readonly threadId?: string | null } | undefined;
  /** Whether it is this window's own view, from before its page was loaded again. */
  readonly isReload?: boolean | undefined;
}

/**
 * Whether the window opens with its panes: after a reload if it had them, and in a new window if a thread was open in
 * the last one. Otherwise it opens with the runs.
 */
export function opensPanes({ railView, selection, isReload = false }: StoredView): boolean {
  return (railView === 'threads' || railView === 'assistants') && (isReload || selection?.threadId != null);
}
