import { FileArchive, FileInput } from 'lucide-react';
import type { RecordingFacts } from '../../../shared/model/connection.ts';
import { truncate } from '../../../shared/truncate.ts';
import { recordedText } from '../../connections/connection-labels.ts';
import styles from './Banner.module.css';

// A recording may name any server.
const maxNameLength = 100;

/** Says in every view of a recording that it is one, and what an export of another tool does not have. */
export function RecordingBanner({ recording }: { readonly recording: RecordingFacts }) {
  const { importedFrom, unlistedThreads = 0, serverName, recordedAt } = recording;
  const isImported = importedFrom !== undefined;
  const Icon = isImported ? FileInput : FileArchive;
  return (
    <output className={styles.offer} data-testid="recording-banner">
      <Icon size={14} aria-hidden />
      <span>
        {isImported
          ? importText(importedFrom, unlistedThreads)
          : `Recording of ${truncate(serverName, maxNameLength)}, ${recordedText(recordedAt)}. It is read-only, and does not change with the server.`}
      </span>
    </output>
  );
}

function importText(tool: string, unlisted: number): string {
  const older = unlisted === 1 ? '1 older thread' : `${unlisted.toLocaleString('en')} older threads`;
  return `Imported from ${tool}: nodes, times, tokens, errors, inputs and outputs, as far as its file has them. Such an export has no checkpoints, states, events or graph.${
    unlisted === 0 ? '' : ` ${older} of the file ${unlisted === 1 ? 'is' : 'are'} not shown.`
  }`;
}
