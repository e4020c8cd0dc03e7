import { GitCommitVertical, PencilLine, RotateCcw, ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { memberText } from 'exact-json';
import { useUnavailable } from '../../rpc/server-features.ts';
import type { CheckpointSummary, ThreadState } from '../../../shared/model/thread.ts';
import { dispatch } from '../../commands/command-queue.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { shortId } from '../../ui/display/format.ts';
import type { CheckpointSelection, SubgraphRun } from '../../shared-ui/checkpoint.ts';
import { useMessageHistory } from '../queries.ts';
import {
  findMessageBranches,
  findMessageOrigin,
  type MessageOrigin,
  type MessageBranches,
} from './message-branches.ts';
import { readStateMessages, editByIdProblem, type StateMessage } from './message-list.ts';
import styles from './messages.module.css';

export interface TranscriptOptions {
  readonly connectionId: string;
  readonly threadId: string;
  readonly state: ThreadState;
  // The subgraph run that the state belongs to; `null` for the root graph.
  readonly subgraph: SubgraphRun | null;
  readonly keys: readonly string[];
  readonly onRunFrom: (from: CheckpointSummary, inner: SubgraphRun | null) => void;
  readonly onOpenCheckpoint: (selection: CheckpointSelection) => void;
}

export interface Transcript {
  readonly key: string;
  readonly chooseKey: (key: string) => void;
  readonly messages: readonly StateMessage[];
  readonly editProblem: string | null;
  readonly history: ReturnType<typeof useMessageHistory>;
  readonly renderRow: (index: number, content: ReactNode) => ReactNode;
}

export function useTranscript(props: TranscriptOptions): Transcript {
  const { connectionId, threadId, state, subgraph, keys } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const key = chosen !== null && keys.includes(chosen) ? chosen : (keys[0] ?? 'messages');
  const messages = useMemo(
    () => readStateMessages(memberText(state.valuesText, key) ?? '[]') ?? [],
    [state.valuesText, key],
  );
  const history = useMessageHistory(connectionId, threadId, key, subgraph);
  const branches = useMemo(
    () => (history.data ? findMessageBranches(history.data, state.checkpointId) : []),
    [history.data, state.checkpointId],
  );
  const editProblem = useMemo(() => editByIdProblem(messages), [messages]);
  const newestId = history.data?.checkpoints[0]?.checkpoint.checkpointId;
  const innerOf = (checkpointId: string): SubgraphRun | null =>
    history.data?.checkpoints.find(({ checkpoint }) => checkpoint.checkpointId === checkpointId)?.subgraph ??
    null;
  const goTo = (checkpointId: string): void => {
    const inner = innerOf(checkpointId);
    props.onOpenCheckpoint(
      inner === null
        ? { checkpointId: checkpointId === newestId ? null : checkpointId, inner: null }
        : { checkpointId: inner.rootId, inner: { checkpointNs: inner.checkpointNs, checkpointId } },
    );
  };
  const noEdits = useUnavailable(connectionId, 'threads.updateState');
  const noRuns = useUnavailable(connectionId, 'runs.start');
  const originAt = ({ index, role }: StateMessage): MessageOrigin =>
    history.data
      ? findMessageOrigin(history.data, state.checkpointId, index, role)
      : { first: null, from: null, why: 'The history is loading.' };
  const renderRow = (index: number, content: ReactNode): ReactNode => {
    const message = messages[index];
    if (!message) return null;
    const { first, from, why: whyNot } = originAt(message);
    const branch = branches[index];
    return (
      <article className={styles.card} aria-label={`Message ${index + 1}, ${message.role}`}>
        {content}
        <div className={styles.actions}>
          {branch ? <BranchSwitch branches={branch} onGo={goTo} /> : null}
          {message.id === null ? null : (
            <code className={styles.id} title={message.id}>
              {shortId(message.id)}
            </code>
          )}
          <span className={styles.apart}>
            <IconButton
              size="small"
              label={noEdits ?? (editProblem === null ? 'Edit message' : 'Edit messages as JSON')}
              icon={<PencilLine size={13} aria-hidden />}
              disabled={noEdits !== null}
              onClick={() =>
                dispatch({
                  type: 'edit-state',
                  connectionId,
                  threadId,
                  checkpointNs: subgraph?.checkpointNs ?? '',
                  asNode: null,
                  message: editProblem === null ? { key, id: message.id } : null,
                })
              }
            />
            <IconButton
              size="small"
              label="Go to its checkpoint"
              icon={<GitCommitVertical size={13} aria-hidden />}
              disabled={first === null || first.checkpointId === state.checkpointId}
              onClick={() => first && goTo(first.checkpointId)}
            />
            <IconButton
              size="small"
              label={regenerateLabel(noRuns, whyNot)}
              icon={<RotateCcw size={13} aria-hidden />}
              disabled={from === null || noRuns !== null}
              onClick={() => from && props.onRunFrom(from, innerOf(from.checkpointId))}
            />
          </span>
        </div>
      </article>
    );
  };
  return { key, chooseKey: setChosen, messages, editProblem, history, renderRow };
}

function regenerateLabel(readOnly: string | null, whyNot: string | null): string {
  return readOnly ?? (whyNot === null ? 'Regenerate from here' : `Regenerate: ${whyNot}`);
}

interface BranchSwitchProps {
  readonly branches: MessageBranches;
  readonly onGo: (checkpointId: string) => void;
}

function BranchSwitch({ branches: { checkpointIds, current }, onGo }: BranchSwitchProps) {
  const step = (by: 1 | -1) => {
    const target = checkpointIds[current + by];
    return { disabled: target === undefined, onClick: () => target !== undefined && onGo(target) };
  };
  return (
    <span className={styles.branches} role="group" aria-label="Branches of this message">
      <IconButton
        size="small"
        label="Previous branch"
        icon={<ChevronLeft size={13} aria-hidden />}
        {...step(-1)}
      />
      <span>
        {current + 1} / {checkpointIds.length}
      </span>
      <IconButton
        size="small"
        label="Next branch"
        icon={<ChevronRight size={13} aria-hidden />}
        {...step(1)}
      />
    </span>
  );
}
