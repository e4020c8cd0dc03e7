import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

/** Whether the inspector has an edit of the state that is not saved. Its button says so while it is out of sight. */
export const unsavedEdit = createStore<boolean>(() => false);

export function useReportUnsavedEdit(isUnsaved: boolean): void {
  useEffect(() => {
    unsavedEdit.setState(isUnsaved, true);
    return () => unsavedEdit.setState(false, true);
  }, [isUnsaved]);
}
