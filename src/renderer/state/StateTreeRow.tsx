import { clsx } from 'clsx';
import { isExactDouble } from '../../exact-json/numbers.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { leafPreview, type TreeRow } from './tree-rows.ts';
import styles from './state.module.css';

interface StateTreeRowProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly text: string;
  readonly top: number;
  readonly current: boolean;
  readonly onPick: () => void;
}

/** One line of the tree. The tree around it owns the focus and the keys. */
export function StateTreeRow({ id, row, text, top, current, onPick }: StateTreeRowProps) {
  const { depth, label, inArray, node, open, children, pointer } = row;
  const foldable = children !== null && children > 0;
  return (
    <div
      id={id}
      className={clsx(styles.line, current && styles.current)}
      role="treeitem"
      aria-level={depth}
      aria-selected={current}
      tabIndex={-1}
      {...(foldable ? { 'aria-expanded': open } : {})}
      data-pointer={pointer}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 12 + Math.min(depth - 1, 40) * 14 }}
      onClick={onPick}
    >
      <span className={styles.fold} aria-hidden="true">
        {foldable ? (open ? '▾' : '▸') : ''}
      </span>
      {label === null ? null : <span className={inArray ? styles.index : styles.key}>{label}</span>}
      {label === null || inArray ? null : <span className={styles.colon}>:</span>}
      {children === null ? <Leaf text={text} row={row} /> : <Size type={node.type} count={children} />}
      {current ? (
        <span className={styles.copy}>
          <CopyButton label="Copy value" text={() => text.slice(node.start, node.end)} />
        </span>
      ) : null}
    </div>
  );
}

function Size({ type, count }: { readonly type: string; readonly count: number }) {
  return <span className={styles.size}>{type === 'array' ? `[${count}]` : `{${count}}`}</span>;
}

function Leaf({ text, row: { node } }: { readonly text: string; readonly row: TreeRow }) {
  const { shown, more } = leafPreview(text, node);
  const long = node.type === 'number' && !isExactDouble(text.slice(node.start, node.end));
  return (
    <span className={styles[node.type]} title={long ? 'Kept exactly as the server wrote it.' : undefined}>
      {shown}
      {more > 0 ? <span className={styles.size}> … {more.toLocaleString()} more characters</span> : null}
    </span>
  );
}
