import { useId, useMemo, useState, type ReactNode } from 'react';
import type { StructuralIndex } from 'exact-json';
import { dispatch } from '../../commands/command-queue.ts';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { StateTable } from './StateTable.tsx';
import { TreeToolbar } from './TreeToolbar.tsx';
import { TreeRows } from './TreeRows.tsx';
import type { TreeExtensions } from './tree-extensions.ts';
import { useJsonJob } from '../use-json-job.ts';
import { useTreeExpansion } from './use-tree-expansion.ts';
import { useTreeSearch } from './use-tree-search.ts';
import styles from './StateTree.module.css';

export interface StateTreeProps {
  readonly text: string;
  readonly label: string;
  readonly rootName?: string;
  readonly openDepth?: number;
  // Pointers of values that start collapsed whatever their depth.
  readonly closed?: readonly string[];
  readonly extensions?: TreeExtensions;
  readonly renderMessage?: (json: string) => ReactNode;
}

const noExtensions: TreeExtensions = {};

/**
 * JSON as a searchable virtual tree. Works on the text itself: megabytes of state need no copy, and numbers
 * and key order stay as sent.
 */
export function StateTree(props: StateTreeProps) {
  const { text } = props;
  const { result, problem } = useJsonJob(useMemo(() => ({ kind: 'structuralIndex' as const, text }), [text]));
  if (problem !== null) {
    return (
      <div className={styles.error} role="alert">
        <p>This is not valid JSON. Use the text view.</p>
        <ErrorNotice action="Could not show the state" error={new Error(problem)} />
      </div>
    );
  }
  if (!result) return <Loading fill>Reading the state…</Loading>;
  return <IndexedTree {...props} structuralIndex={result} />;
}

function IndexedTree(props: StateTreeProps & { readonly structuralIndex: StructuralIndex }) {
  const {
    text,
    structuralIndex,
    label,
    rootName = 'state',
    openDepth = 2,
    closed = [],
    extensions = noExtensions,
  } = props;
  const expansion = useTreeExpansion(openDepth, closed);
  const treeId = useId();
  const [table, setTable] = useState<{ readonly text: string; readonly index: number } | null>(null);
  const show = (index: number): void => {
    expansion.reveal(text, structuralIndex, index);
    dispatch({ type: 'reveal-value', treeId, index });
  };
  const search = useTreeSearch(text, (index) => {
    setTable(null);
    show(index);
  });
  const shownTable = table?.text === text ? table.index : null;
  return (
    <div className={styles.pane}>
      <TreeToolbar label={label} {...search.bar} onDepth={expansion.expandToDepth} />
      {structuralIndex.firstNonStandardToken < 0 ? null : (
        <p className={styles.notice}>
          The server sent NaN or Infinity, which JSON does not allow. Saving may be rejected.
        </p>
      )}
      <div className={styles.body}>
        {shownTable === null ? (
          <TreeRows
            text={text}
            structuralIndex={structuralIndex}
            label={label}
            rootName={rootName}
            expansion={expansion}
            matches={search.hits}
            treeId={treeId}
            extensions={extensions}
            renderMessage={props.renderMessage}
            onTable={(index) => setTable({ text, index })}
          />
        ) : (
          <StateTable
            text={text}
            structuralIndex={structuralIndex}
            index={shownTable}
            onOpen={(item) => {
              setTable(null);
              show(item);
            }}
            onClose={() => setTable(null)}
          />
        )}
      </div>
    </div>
  );
}
