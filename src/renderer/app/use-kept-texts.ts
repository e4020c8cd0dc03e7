import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { loadKept } from '../client/kept-texts.ts';
import { useStudio } from '../client/studio.tsx';
import { showToast } from '../ui/toast-store.ts';
import { recallGraph } from './last-graph.ts';
import { useUi, useUiStore } from './ui-store.ts';

/** True when what was typed and selected before is there, or can't be had: views that ask for it are shown only then. */
export function useKeptTexts(): boolean {
  const studio = useStudio();
  const queryClient = useQueryClient();
  const store = useUiStore();
  const [read, setRead] = useState(false);
  const isSelected = useUi((state) => state.remembered === null);
  useEffect(() => {
    loadKept(studio, tell)
      .catch(tell)
      .finally(() => setRead(true));
  }, [studio]);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (!read || !isSelected) return;
    recallGraph(queryClient, store.getState().selection);
    setReady(true);
  }, [read, isSelected, queryClient, store]);
  return ready;
}

function tell(problem: unknown): void {
  if (problem instanceof AppError) showToast([problem.message, problem.hint].join(' ').trim(), 'fail');
  else showToast('What you typed could not be kept on the disk.', 'fail');
}
