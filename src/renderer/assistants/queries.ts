import { useQuery } from '@tanstack/react-query';
import { assistantsQuery } from '../queries/shared-queries.ts';
import { useStudio } from '../rpc/rpc-context.ts';

/** Assistants of a server; asked again when the window is looked at, and on demand. */
export function useAssistants(connectionId: string | null) {
  const studio = useStudio();
  return useQuery({ ...assistantsQuery(studio, connectionId ?? ''), enabled: connectionId !== null });
}
