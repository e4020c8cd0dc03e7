import { useMemo } from 'react';
import type { SourceGraph } from '../../shared/model/source.ts';
import { useProjectOf } from '../projects/queries.ts';
import { useWorkbench } from './use-workbench.ts';

/** The graph of the selected assistant, if its server is that of a project on this computer; else `null`. */
export function useSourceGraph(): SourceGraph | null {
  const { selection, assistant } = useWorkbench();
  const projectId = useProjectOf(selection.connectionId)?.id ?? null;
  const graphId = assistant?.graphId ?? null;
  return useMemo(
    () => (projectId === null || graphId === null ? null : { projectId, graphId }),
    [projectId, graphId],
  );
}
