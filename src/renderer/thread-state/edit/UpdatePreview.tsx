import { formatJson } from 'exact-json';
import { CodeText } from '../../ui/display/CodeText.tsx';
import { previewBody } from './parse-state-edit.ts';
import type { EditBase } from './editor-props.ts';
import type { UpdateEntry } from './build-update.ts';
import styles from '../state.module.css';

interface UpdatePreviewProps {
  readonly changes: readonly UpdateEntry[];
  readonly asNode: string | null;
  readonly base: EditBase;
}

export function UpdatePreview({ changes, asNode, base: { checkpointId, subgraph } }: UpdatePreviewProps) {
  const target = { checkpointId, checkpointNs: subgraph?.checkpointNs ?? '' };
  return (
    <>
      <p className={styles.hint}>
        Servers accept several updates at once only for a new thread: create one with “Initial updates”.
      </p>
      <CodeText
        label="Request body"
        text={formatJson(previewBody(changes, asNode, target))}
        maxHeight={180}
      />
    </>
  );
}
