import type { RecordingTransfer } from '../../shared/model/recording.ts';
import { sizeText } from '../../shared/size-text.ts';
import type { Terminal } from '../output/terminal.ts';

// A file of at least this size gets a line of progress for each tenth.
const slowBytes = 20_000_000;

/** Follows a download or an upload to its end, which it returns. `verb`: what was done, such as `Sent`. */
export async function followTransfer(
  steps: AsyncIterable<RecordingTransfer>,
  verb: string,
  terminal: Terminal,
): Promise<RecordingTransfer | null> {
  let last: RecordingTransfer | null = null;
  let tenths = 0;
  for await (const step of steps) {
    last = step;
    const { done, total } = step;
    const tenth = total === null || total < slowBytes ? 0 : Math.floor((done / total) * 10);
    if (tenth <= tenths || tenth === 10) continue;
    tenths = tenth;
    terminal.note(`${verb} ${sizeText(done)} of ${sizeText(total ?? done)}`);
  }
  return last;
}
