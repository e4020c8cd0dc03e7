import { ProtocolError, UnconfirmedChangeError } from '../errors.ts';

/**
 * Sends a change and resolves with the changed thing. A server that answered with success has made the change, whatever
 * its answer looks like, so an answer that can't be read is replaced by a read. `readBack` resolves to `null` if the thing
 * can't be determined; then the change is unconfirmed, and must not be sent again without a look.
 */
export async function sendThenReadBack<T>(
  send: () => Promise<T>,
  readBack: () => Promise<T | null>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    let changed: T | null;
    try {
      changed = await readBack();
    } catch {
      // Nothing here answers as a graph server does, so the first answer counts.
      throw error;
    }
    if (changed === null) throw new UnconfirmedChangeError(error);
    return changed;
  }
}
