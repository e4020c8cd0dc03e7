import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { emit } from '../../shared-ui/window-events.ts';
import { useWorkbench } from '../use-workbench.ts';
import { LazyAwayBanner, LazyRecordingBanner } from './lazy-views.ts';
import { invalidateChanged } from '../../queries/invalidate-changed.ts';

/**
 * Shown in every view while the current server is unreachable, with the reason where the studio itself runs it. Once it
 * responds, refetches failed queries and resets failed mutations, so that no error message outlives its cause. For a
 * recording, says that it is one.
 */
export function ServerBanner() {
  const { server } = useWorkbench();
  const queryClient = useQueryClient();
  const id = server?.connection.id ?? null;
  const state = server?.health?.state ?? null;
  const isAway = server?.isCurrent === true && (state === 'unreachable' || state === 'offline');
  // All of them, since one that is returned to may have gone away meanwhile.
  const [answered, setAnswered] = useState<readonly (string | null)[]>([]);
  if (state === 'connected' && !answered.includes(id)) setAnswered([...answered, id]);
  const away = useRef(new Set<string | null>());
  useEffect(() => {
    if (isAway) away.current.add(id);
    if (state !== 'connected' || !away.current.delete(id)) return;
    void invalidateChanged(queryClient, ['server', id]);
    if (id !== null) emit({ type: 'server-returned', connectionId: id });
  }, [queryClient, id, isAway, state]);

  const recording = server?.connection.recording;
  if (recording !== undefined) return <LazyRecordingBanner recording={recording} />;
  // For a server that never responded, the canvas shows the error.
  return server === null || !isAway || !answered.includes(id) ? null : <LazyAwayBanner server={server} />;
}
