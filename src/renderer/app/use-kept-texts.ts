import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { loadKept } from '../client/kept-texts.ts';
import { useStudio } from '../client/studio.tsx';
import { showToast } from '../ui/toast-store.ts';
import { recallGraph } from './last-graph.ts';
import { useUiStore } from './ui-store.ts';

/** True when what was typed before is there, or can't be had: views that ask for it are shown only then. */
export function useKeptTexts(): boolean {
  const studio = useStudio();
  const queryClient = useQueryClient();
  const store = useUiStore();
  const [read, setRead] = useState(false);
  useEffect(() => {
    loadKept(studio, tell)
      .catch(tell)
      .finally(() => {
        recallGraph(queryClient, store.getState().selection);
        setRead(true);
      });
  }, [studio, queryClient, store]);
  return read;
}

function tell(problem: unknown): void {
  if (problem instanceof AppError) showToast([problem.message, problem.hint].join(' ').trim(), 'fail');
  else showToast('What you typed could not be kept on the disk.', 'fail');
}
