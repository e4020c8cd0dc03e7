import { formatJson } from '../../exact-json/format.ts';
import { CodeText } from '../ui/CodeText.tsx';
import { previewBody } from './edit.ts';
import type { EditBase } from './editor-props.ts';
import type { SentChange } from './sent-changes.ts';
import styles from './state.module.css';

interface RequestPreviewProps {
  readonly changes: readonly SentChange[];
  readonly asNode: string | null;
  readonly base: EditBase;
}

/** The request that saving sends. */
export function RequestPreview({ changes, asNode, base: { checkpointId, subgraph } }: RequestPreviewProps) {
  const place = { checkpointId, checkpointNs: subgraph?.checkpointNs ?? '' };
  return (
    <>
      <p className={styles.hint}>
        Servers take several updates in one go only with a new thread: make one with “First updates”.
      </p>
      <CodeText label="Request body" text={formatJson(previewBody(changes, asNode, place))} maxHeight={180} />
    </>
  );
}
