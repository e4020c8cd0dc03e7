import { AppError } from '../../shared/app-error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { recordingBaseUrl } from '../../shared/model/read-only.ts';
import { StudioLink } from '../../shared/model/studio-link.ts';
import type { LinkServices } from '../../web-host/start-web-host.ts';
import { findAssistant } from './pick-assistant.ts';

export interface RecordingLinkTarget {
  readonly threadId: string | null;
  readonly assistant: string | null;
}

/**
 * Opens a recording in a host, and links to its thread. Throws `AppError`: `invalid-input` for a file that is no
 * recording, `not-found` for a thread that is not in it.
 */
export async function openRecordingLink(
  services: LinkServices,
  path: string,
  target: RecordingLinkTarget,
  signal: AbortSignal,
): Promise<StudioLink> {
  return linkToRecording(services, await services.openRecording(path, signal), target, signal);
}

/** A link to the thread of an opened recording. Throws `not-found` for a thread that is not in it. */
export async function linkToRecording(
  { handlers }: LinkServices,
  { id: connectionId, name, recording }: Connection,
  { threadId, assistant }: RecordingLinkTarget,
  signal: AbortSignal,
): Promise<StudioLink> {
  const recordedThreadId = recording?.threadId ?? '';
  // The beginning of an ID is enough, as in every command.
  if (threadId !== null && !(threadId.length >= 4 && recordedThreadId.startsWith(threadId))) {
    throw new AppError('not-found', `The recording has no thread ${threadId}.`, {
      hint: `It is of thread ${recordedThreadId}, which opens without --thread.`,
    });
  }
  const baseUrl = recordingBaseUrl(connectionId);
  const link = {
    baseUrl,
    threadId: recordedThreadId,
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
