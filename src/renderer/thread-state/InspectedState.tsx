import { useEffect, useMemo, type ReactNode } from 'react';
import type { ThreadState } from '../../shared/model/thread.ts';
import { readOnlyReason } from '../../shared/model/read-only.ts';
import { checkpointFacts } from '../../shared/thread-record/history.ts';
import { useThreadRecord } from '../queries/thread-record.ts';
import { useSchemas } from '../queries/shared-queries.ts';
import { draftKey, useDraft } from '../storage/drafts.ts';
import { CheckpointDiff, type ComparedWith } from './CheckpointDiff.tsx';
import { draftKeyParts, type EditedSubgraph } from './edit/editor-props.ts';
import { StateEditor } from './edit/StateEditor.tsx';
import { messageListKeys } from './messages/message-list.ts';
import { StateMessagesView } from './messages/StateMessagesView.tsx';
import { StateTree } from './tree/StateTree.tsx';
import { StateSummary } from './StateSummary.tsx';
import type { ThreadStateInspectorProps } from './inspector-props.ts';
import styles from './state.module.css';
import { CodeText } from '../ui/display/CodeText.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { JsonEditor } from '../ui/json-editor/JsonEditor.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { sizeText } from '../ui/display/format.ts';
import { useJsonJob } from './use-json-job.ts';

const closedAtFirst = ['/tasks', '/metadata'];

const noWriters: readonly string[] = [];

interface InspectedStateProps extends ThreadStateInspectorProps {
  readonly state: ThreadState;
  // It is the state of another checkpoint, until that of the picked one is read.
  readonly isStale: boolean;
  readonly underWay: boolean;
  readonly subgraph: EditedSubgraph | null;
  // Shown instead of a state without a checkpoint.
  readonly empty: ReactNode;
  readonly comparedWith: ComparedWith | null;
  readonly onCompare: (other: ComparedWith) => void;
}

export function InspectedState(props: InspectedStateProps) {
  const { connectionId, threadId, assistantId, onCheckpoint, state, checkpointId, subgraph, tab, view } =
    props;
  const checkpointNs = subgraph?.checkpointNs ?? '';
  const { record } = useThreadRecord(connectionId, threadId);
  const facts = useMemo(
    () =>
      record === null || state.checkpointId === null
        ? null
        : checkpointFacts(record, state.checkpointId, checkpointNs),
    [record, state.checkpointId, checkpointNs],
  );
  const [draft] = useDraft(
    draftKey('state', ...draftKeyParts(connectionId, threadId, state.checkpointId, subgraph)),
  );
  const everything = useMemo(() => wholeText(state), [state]);
  const schemaText = useSchemas(connectionId, assistantId).data?.stateText ?? null;
  const messages = useMemo(
    () => messageListKeys(state.valuesText, subgraph ? null : schemaText),
    [state.valuesText, subgraph, schemaText],
  );
  const hasMessages = messages.length > 0;
  const isEmpty = state.checkpointId === null;
  const { onShown } = props;
  useEffect(() => {
    onShown(isEmpty ? null : { hasMessages });
    return () => onShown(null);
  }, [isEmpty, hasMessages, onShown]);
  return (
    <div className={styles.inspected}>
      {isEmpty ? (
        props.empty
      ) : tab === 'state' ? (
        <div className={styles.stateTab}>
          <StateSummary state={state} facts={facts} underWay={props.underWay} />
          {view === 'tree' ? (
            <StateTree
              text={everything}
              label="State tree"
              closed={closedAtFirst}
              renderMessage={props.renderMessage}
            />
          ) : view === 'text' ? (
            <FormattedText text={everything} />
          ) : (
            <RawText text={state.valuesText} />
          )}
        </div>
      ) : tab === 'messages' ? (
        <StateMessagesView
          connectionId={connectionId}
          threadId={threadId}
          state={state}
          subgraph={subgraph && { rootId: subgraph.rootId, checkpointNs }}
          keys={messages}
          renderMessage={props.renderMessage}
          onRunFrom={props.onRunFrom}
          onOpenCheckpoint={props.onOpenCheckpoint}
        />
      ) : (
        <CheckpointDiff
          chosen={props.comparedWith}
          onChoose={props.onCompare}
          connectionId={connectionId}
          state={state}
          checkpointNs={checkpointNs}
          draftText={draft}
        />
      )}
      {isEmpty && readOnlyReason(connectionId) !== null ? null : (
        <StateEditor
          connectionId={connectionId}
          threadId={threadId}
          assistantId={assistantId}
          state={state}
          isStale={props.isStale}
          subgraph={subgraph}
          isHead={checkpointId === null}
          writers={facts?.writers ?? noWriters}
          onRun={props.onRun}
          onCheckpoint={onCheckpoint}
          onOpenCheckpoint={props.onOpenCheckpoint}
        />
      )}
    </div>
  );
}

// Values, tasks and metadata as one JSON text; values stay verbatim.
function wholeText({ valuesText, tasks, metadataText }: ThreadState): string {
  return `{"values":${valuesText},"tasks":${JSON.stringify(tasks)},"metadata":${metadataText}}`;
}

function FormattedText({ text }: { readonly text: string }) {
  const { result, problem } = useJsonJob<'format'>(useMemo(() => ({ kind: 'format', text }), [text]));
  if (problem !== null) return <ErrorNotice action="Could not show the state" error={new Error(problem)} />;
  if (result === null) return <Loading fill>Laying out the state…</Loading>;
  return <JsonEditor label="State text" value={result} onChange={() => {}} readOnly />;
}

// Megabytes without line breaks would freeze the window.
const drawnAtOnce = 200_000;

// The values byte for byte as sent.
function RawText({ text }: { readonly text: string }) {
  return (
    <div className={styles.raw}>
      <p className={styles.hint}>
        The raw values from the server, {sizeText(text.length)}
        {text.length > drawnAtOnce ? `; the first ${sizeText(drawnAtOnce)} are shown` : ''}.
        <CopyButton label="Copy all of it" text={text} />
      </p>
      <div className={styles.scroll}>
        <CodeText label="Values as sent" text={text.slice(0, drawnAtOnce)} wrap />
      </div>
    </div>
  );
}
