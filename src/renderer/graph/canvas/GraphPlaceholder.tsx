import type { UseQueryResult } from '@tanstack/react-query';
import type { GraphShape } from '../../../shared/model/graph.ts';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import styles from './Canvas.module.css';

export function GraphPlaceholder({ graph }: { readonly graph: UseQueryResult<GraphShape> }) {
  if (!graph.isError) return <Loading fill>Loading the graph</Loading>;
  return (
    <div className={styles.problem}>
      <ErrorNotice
        action="Could not load the graph"
        error={graph.error}
        onRetry={() => void graph.refetch()}
      />
    </div>
  );
}
