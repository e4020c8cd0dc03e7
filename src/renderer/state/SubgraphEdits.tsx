import { useEffect, useEffectEvent, useState } from 'react';
import type { ThreadState, ThreadTask } from '../../shared/model/thread.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { Select } from '../ui/Select.tsx';
import type { EditBase } from './editor-props.ts';
import { useSubgraphState } from './queries.ts';
import styles from './state.module.css';

interface SubgraphEditsProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly tasks: readonly ThreadTask[];
  readonly onOpen: (state: ThreadState, subgraph: EditBase['subgraph']) => void;
}

/** Opens the state of a subgraph for an edit, where the checkpoint has tasks that are one. */
export function SubgraphEdits({ connectionId, threadId, tasks, onOpen }: SubgraphEditsProps) {
  const places = tasks.flatMap(({ nodeId, subgraph }) => (subgraph ? [{ nodeId, ...subgraph }] : []));
  const [picked, setPicked] = useState<string | null>(null);
  const place = places.find(({ checkpointNs }) => checkpointNs === picked) ?? null;
  const state = useSubgraphState(connectionId, threadId, place);
  const open = useEffectEvent((read: ThreadState) => {
    if (!place) return;
    setPicked(null);
    onOpen(read, { checkpointNs: place.checkpointNs, nodeId: place.nodeId });
  });
  const { data, isFetching } = state;
  useEffect(() => {
    if (picked !== null && data && !isFetching) open(data);
  }, [picked, data, isFetching]);
  if (places.length === 0) return null;
  const [first] = places;
  return (
    <>
      {places.length === 1 && first ? (
        <Button busy={picked === null ? null : 'Reading…'} onClick={() => setPicked(first.checkpointNs)}>
          Edit state of {first.nodeId}
        </Button>
      ) : (
        <div className={styles.asNode}>
          <span aria-hidden="true">in a subgraph</span>
          <Select
            label="Edit state of a subgraph"
            value={picked ?? ''}
            options={[
              { value: '', label: 'choose' },
              ...places.map(({ nodeId, checkpointNs }) => ({
                value: checkpointNs,
                label: nodeId,
                detail: checkpointNs.split(':').at(-1)?.slice(0, 8) ?? '',
              })),
            ]}
            onChange={(next) => setPicked(next === '' ? null : next)}
          />
        </div>
      )}
      {state.isError ? <ErrorNote error={state.error} onRetry={() => void state.refetch()} /> : null}
    </>
  );
}
