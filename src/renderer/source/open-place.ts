import type { SourcePlace } from '../../shared/model/source.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';
import { placeText } from '../shared-ui/source-entries.ts';
import { showToast } from '../ui/popups/toast-store.ts';

/** Opens a place in the user's editor, and says so. Rejects with the reason. */
export async function openPlace(rpc: StudioRpc, projectId: string, place: SourcePlace): Promise<void> {
  const { file, line, column, isGuess, reason } = place;
  const { editor } = await rpc.call('source.open', { projectId, file, line, column });
  const guess = isGuess ? ` This is a guess: ${reason}` : '';
  showToast(`Opened ${placeText(place)} in ${editor}.${guess}`, isGuess ? 'wait' : 'mute');
}
