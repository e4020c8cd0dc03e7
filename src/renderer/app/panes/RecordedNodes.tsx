import { Network } from 'lucide-react';
import { useMemo } from 'react';
import { statusLabels } from '../../../shared/status-labels.ts';
import type { Execution, ThreadRecord } from '../../../shared/model/thread-record.ts';
import { sumTokens } from '../../../shared/thread-record/sum-tokens.ts';
import { workedTime } from '../../../shared/thread-record/worked-time.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import { boundedDurationText } from '../../ui/display/format.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { tokensText } from '../../ui/display/tokens-text.ts';
import { Listbox } from '../../ui/lists/Listbox.tsx';
import styles from './RecordedNodes.module.css';

export interface RecordedNodesProps {
  readonly connectionId: string;
  readonly threadId: string | null;
  /** The recording is an export of another tool. */
  readonly isImport: boolean;
  readonly selectedNodeId: string | null;
  readonly onSelectNode: (nodeId: string | null) => void;
}

/** In place of the canvas of a recording that has no graph: the nodes that ran on the thread. */
export function RecordedNodes(props: RecordedNodesProps) {
  const { connectionId, threadId, isImport, selectedNodeId, onSelectNode } = props;
  const { record, error, retry } = useThreadRecord(connectionId, threadId);
  const nodes = useMemo(() => (record === null ? [] : nodesOf(record)), [record]);
  const what = isImport ? 'The export has no graph.' : 'The recording has no graph.';
  if (threadId === null) return <NoGraph sentence={`${what} Select its thread to see the nodes that ran.`} />;
  if (record === null)
    return error === null ? (
      <Loading fill>Reading what ran</Loading>
    ) : (
      <div className={styles.view}>
        <ErrorNotice action="Could not read what ran on the thread" error={error} onRetry={retry} />
      </div>
    );
  if (nodes.length === 0) return <NoGraph sentence={`${what} It has no nodes of this thread either.`} />;
  return (
    <section className={styles.view} aria-label="Nodes that ran">
      <p className={styles.sentence}>{what} These nodes ran on the thread:</p>
      <div className={styles.list}>
        <Listbox
          label="Nodes that ran"
          items={nodes}
          keyOf={keyOf}
          selectedKey={selectedNodeId}
          onSelect={({ nodeId }) => onSelectNode(nodeId)}
          render={(node) => <Row {...node} />}
        />
      </div>
    </section>
  );
}

function NoGraph({ sentence }: { readonly sentence: string }) {
  return <EmptyState icon={<Network size={20} aria-hidden />} title="No graph" sentence={sentence} />;
}

interface NodeFacts {
  readonly nodeId: string;
  /** Oldest first. */
  readonly executions: readonly Execution[];
}

const keyOf = ({ nodeId }: NodeFacts): string => nodeId;

function nodesOf({ executions }: ThreadRecord): readonly NodeFacts[] {
  const nodes = new Map<string, Execution[]>();
  for (const execution of executions) {
    const visits = nodes.get(execution.nodeId);
    if (visits === undefined) nodes.set(execution.nodeId, [execution]);
    else visits.push(execution);
  }
  return [...nodes].map(([nodeId, visits]) => ({ nodeId, executions: visits }));
}

function Row({ nodeId, executions }: NodeFacts) {
  const failed = executions.filter(({ status }) => status === 'failed').length;
  const last = executions.at(-1)?.status ?? 'unknown';
  const time = workedTime(executions);
  const tokens = sumTokens(executions);
  const facts = [
    failed > 0 && executions.length > 1
      ? `${failed} of ${executions.length} ${statusLabels.failed}`
      : statusLabels[last],
    ...(time === null ? [] : [boundedDurationText(time.ms, time.bound)]),
    ...(tokens === null ? [] : [tokensText(tokens.tokens, tokens.isLowerBound)]),
  ];
  return (
    <span className={styles.row}>
      <span className={styles.name} title={nodeId}>
        {nodeId.replaceAll(':', ' › ')}
        {executions.length === 1 ? '' : ` × ${executions.length}`}
      </span>
      <span className={styles.facts} data-failed={failed > 0}>
        {facts.join(' · ')}
      </span>
    </span>
  );
}
