import type { RecordingPreview } from '../../shared/model/recording.ts';
import { saveFile } from '../shared-ui/download.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';

export async function downloadDraft(
  rpc: StudioRpc,
  { draftId, fileName }: Pick<RecordingPreview, 'draftId' | 'fileName'>,
): Promise<void> {
  const parts: BlobPart[] = [];
  for (let from = 0, total = 1; from < total;) {
    const part = await rpc.call('recordings.part', { draftId, from });
    ({ total } = part);
    for (const piece of part.pieces) {
      // A copy: pieces are views of whole messages.
      parts.push(new Uint8Array(piece));
      from += piece.length;
    }
  }
  saveFile(fileName, new Blob(parts, { type: 'application/zip' }));
}
