import { AppError } from '../../shared/app-error.ts';
import { recordingAddress } from '../../shared/model/read-only.ts';
import { StudioLink } from '../../shared/model/studio-link.ts';
import type { LinkServices } from '../../web-host/start-web-host.ts';
import { findAssistant } from './pick-assistant.ts';

interface WantedOfRecording {
  readonly threadId: string | null;
  readonly assistant: string | null;
}

/**
 * Opens a recording in a host, and links to its thread. Throws `AppError`: `invalid-input` for a file that is no
 * recording, `not-found` for a thread that is not in it.
 */
export async function openRecordingLink(
  { handlers, openRecording }: LinkServices,
  path: string,
  { threadId, assistant }: WantedOfRecording,
  signal: AbortSignal,
): Promise<StudioLink> {
  const { id: connectionId, name, recording } = await openRecording(path, signal);
  const own = recording?.threadId ?? '';
  // The beginning of an ID is enough, as in every command.
  if (threadId !== null && !(threadId.length >= 4 && own.startsWith(threadId))) {
    throw new AppError('not-found', `The recording has no thread ${threadId}.`, {
      hint: `It is of thread ${own}, which is shown without --thread.`,
    });
  }
  const baseUrl = recordingAddress(connectionId);
  const link = {
    baseUrl,
    threadId: own,
    ...(assistant === null
      ? {}
      : {
          assistantId: findAssistant(
            await handlers.calls['assistants.list']({ connectionId }, signal),
            assistant,
            name,
          ).assistantId,
        }),
  };
  // A file may name anything as its thread. Then the recording is shown, and what is in it.
  return StudioLink.safeParse(link).data ?? { baseUrl };
}
