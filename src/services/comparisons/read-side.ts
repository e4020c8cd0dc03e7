import type { CompareSide } from '../../shared/model/comparison.ts';
import { readAssistantSide } from './read-assistant-side.ts';
import { readCheckpointSide } from './read-checkpoint-side.ts';
import { readExecutionSide } from './read-execution-side.ts';
import { readRunsSide } from './read-runs-side.ts';
import { readThreadSide } from './read-thread-side.ts';
import type { SideContent } from './side-content.ts';
import type { SideReading } from './usage-facts.ts';

/** Reads all that is compared of a side. What the server can't tell of it is unknown; a side that is gone throws. */
export function readSide(reading: SideReading, side: CompareSide): Promise<SideContent> {
  switch (side.kind) {
    case 'checkpoint':
      return readCheckpointSide(reading, side);
    case 'run':
    case 'turn':
      return readRunsSide(reading, side);
    case 'thread':
      return readThreadSide(reading, side);
    case 'execution':
      return readExecutionSide(reading, side);
    case 'assistant':
      return readAssistantSide(reading, side);
  }
}
