import { AppError } from '../../shared/app-error.ts';
import { sizeText } from '../../shared/size-text.ts';
import type { StudioLink } from '../../shared/model/studio-link.ts';
import type { LinkServices } from '../../web-host/start-web-host.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import type { CliContext } from '../context.ts';
import { confirmTransfer } from './confirm-transfer.ts';
import { followTransfer } from './follow-transfer.ts';
import { linkToRecording, type RecordingLinkTarget } from './open-recording-link.ts';

/** Whether an address is that of a recording's file: addresses of servers have no query and do not end like one. */
export function isRecordingFileAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { pathname, search } = new URL(text);
  return search !== '' || /\.(?:zip|jsonl?)$/i.test(pathname);
}

/**
 * Downloads a recording once the user has agreed to its host and size, opens it in a studio host, and returns a link to
 * its thread. Throws an `AppError`.
 */
export async function downloadRecordingLink(
  services: LinkServices,
  address: string,
  target: RecordingLinkTarget,
  args: CommandArguments,
  context: CliContext,
): Promise<StudioLink> {
  const { handlers } = services;
  const { signal, terminal } = context;
  const { host, fileName, bytes } = await handlers.calls['recordings.askAddress']({ address }, signal);
  const size = bytes === null ? 'a file of unknown size' : sizeText(bytes);
  await confirmTransfer(`Download ${size} (${fileName}) from ${host}?`, args, context);
  const steps = handlers.streams['recordings.download']({ address, host, fileName, bytes }, signal);
  const { connection } = (await followTransfer(steps, 'Downloaded', terminal)) ?? {};
  if (!connection) throw new AppError('cancelled', 'The download was cancelled.');
  return linkToRecording(services, connection, target, signal);
}
