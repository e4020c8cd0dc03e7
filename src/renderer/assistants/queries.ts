import { useQuery } from '@tanstack/react-query';
import { assistantsQuery } from '../client/server-reads.ts';
import { useStudio } from '../client/studio.tsx';

/** Assistants of a server; asked again when the window is looked at, and on demand. */
export function useAssistants(connectionId: string | null) {
  const studio = useStudio();
  return useQuery({ ...assistantsQuery(studio, connectionId ?? ''), enabled: connectionId !== null });
}
