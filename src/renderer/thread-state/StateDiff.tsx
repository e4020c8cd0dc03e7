import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { JsonDifference } from 'exact-json';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import { Loading } from '../ui/display/Loading.tsx';
import { DiffItem } from './DiffItem.tsx';
import { useJsonJob } from './use-json-job.ts';
import styles from './diff.module.css';

export interface StateDiffProps {
  readonly before: string;
  readonly after: string;
  // Only differences below these top-level keys; `null` or omitted shows all.
  readonly keys?: readonly string[] | null;
}

export function StateDiff({ before, after, keys = null }: StateDiffProps) {
  const job = useMemo(() => ({ kind: 'diff' as const, before, after }), [before, after]);
  const { result: all, problem } = useJsonJob<'diff'>(job);
  const result = useMemo(
    () => (keys === null ? all : (all?.filter(({ path }) => keys.includes(String(path[0]))) ?? null)),
    [all, keys],
  );
  if (problem !== null) {
    return (
      <div className={styles.padded}>
        <ErrorNotice action="Could not compare the states" error={new Error(problem)} />
      </div>
    );
  }
  if (!result) return <Loading fill>Comparing the states…</Loading>;
  if (result.length === 0) {
    const isPart = keys !== null && (all?.length ?? 0) > 0;
    return (
      <EmptyState
        compact
        title="No difference"
        sentence={isPart ? 'Both states have the same values there.' : 'Both states have the same values.'}
      />
    );
  }
  return (
    <div className={styles.diff}>
      <p className={styles.count}>{countText(result)}</p>
      <LongList differences={result} />
    </div>
  );
}

function countText(differences: readonly JsonDifference[]): string {
  const kinds = ['changed', 'added', 'removed', 'moved'] as const;
  return kinds
    .map((kind) => ({ kind, count: differences.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count.toLocaleString()} ${kind}`)
    .join(', ');
}

// A virtual list, because the number of differences has no limit.
function LongList({ differences }: { readonly differences: readonly JsonDifference[] }) {
  const container = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: differences.length,
    getScrollElement: () => container.current,
    estimateSize: () => 62,
    overscan: 6,
    initialRect: { width: 360, height: 400 },
  });
  return (
    <div ref={container} className={styles.box} {...scrollableGroupProps('All differences')}>
      <ul className={styles.virtual} aria-label="Differences" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const difference = differences[index];
          return difference ? (
            <li
              key={index}
              ref={list.measureElement}
              data-index={index}
              data-kind={difference.kind}
              style={{ transform: `translateY(${start}px)` }}
            >
              <DiffItem difference={difference} />
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

// Limits the differences shown next to other content; the Diff tab has them all.
const maxShown = 200;

export function DiffList({ differences }: { readonly differences: readonly JsonDifference[] }) {
  return (
    <ul className={styles.differences} aria-label="Differences">
      {differences.slice(0, maxShown).map((difference, index) => (
        <li key={index} data-kind={difference.kind}>
          <DiffItem difference={difference} />
        </li>
      ))}
      {differences.length > maxShown ? (
        <li className={styles.kind}>and {(differences.length - maxShown).toLocaleString()} more</li>
      ) : null}
    </ul>
  );
}
