import { clsx } from 'clsx';
import { FileText, Square, SquareCheck, SquareDot, SquareX, type LucideIcon } from 'lucide-react';
import {
  isExactDouble,
  isMember,
  keyAt,
  readColumn,
  textAt,
  valueKindOf,
  type StructuralIndex,
} from 'exact-json';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { numberText } from '../../ui/display/locale-text.ts';
import { shortId, timeTitle } from '../../ui/display/format.ts';
import { messageSummary, type MessageSummary } from '../messages/message-summary.ts';
import { escapeInvisibleLine } from '../../../shared/escape-invisible.ts';
import { hasDuplicateKey, leafPreview, treeValue } from './tree-rows.ts';
import { completedOf, fileOf, isFileRecord, todoOf, type Todo, type TodoStatus } from './agent-values.ts';
import type { TreeExtensions } from './tree-extensions.ts';
import { parseIsoTime } from './detect-text-kind.ts';
import styles from './StateTree.module.css';

interface StateTreeRowProps {
  readonly id: string;
  readonly text: string;
  readonly structuralIndex: StructuralIndex;
  readonly index: number;
  readonly open: boolean;
  readonly top: number;
  readonly current: boolean;
  readonly isMatch: boolean;
  readonly readable: boolean;
  readonly extensions: TreeExtensions;
  readonly onPick: () => void;
  readonly onToggleExpanded: () => void;
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void;
}

// Indentation by depth, capped so that deep levels stay visible in a narrow tree.
export function indentOf(depth: number): string {
  return `min(${12 + (depth - 1) * 14}px, 45%)`;
}

// Longer keys may be truncated.
const maxKeyLength = 20;

export function StateTreeRow(props: StateTreeRowProps) {
  const { id, text, structuralIndex, index, open, top, current, isMatch, readable, extensions } = props;
  const depth = Math.max(1, readColumn(structuralIndex.depths, index));
  const expandable = readColumn(structuralIndex.sizes, index) > 0;
  const key = keyAt(text, structuralIndex, index);
  const value =
    current || extensions.value || extensions.mark ? treeValue(text, structuralIndex, index) : null;
  const inlineValue = value && extensions.value?.(value);
  return (
    <div
      id={id}
      className={clsx(styles.line, current && styles.current, isMatch && styles.match)}
      role="treeitem"
      aria-level={depth}
      aria-selected={current}
      tabIndex={-1}
      {...(expandable ? { 'aria-expanded': open } : {})}
      style={{ transform: `translateY(${top}px)`, paddingLeft: indentOf(depth) }}
      onClick={props.onPick}
      onDoubleClick={() => value && extensions.onEdit?.(value)}
      onContextMenu={(event) => {
        event.preventDefault();
        props.onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <span
        className={styles.expander}
        aria-hidden="true"
        onClick={(event) => {
          if (!expandable || !readable) return;
          event.stopPropagation();
          props.onToggleExpanded();
        }}
      >
        {expandable ? (open ? '▾' : '▸') : ''}
      </span>
      {index === 0 ? null : key === null ? (
        <span className={styles.index}>{readColumn(structuralIndex.labels, index)}</span>
      ) : (
        <span className={styles.key} title={key.length > maxKeyLength ? escapeInvisibleLine(key) : undefined}>
          {escapeInvisibleLine(key)}
        </span>
      )}
      {key === null ? null : <span className={styles.colon}>:</span>}
      {key !== null && isMember(structuralIndex, index) && hasDuplicateKey(text, structuralIndex, index) ? (
        <span className={styles.warning} title="Duplicate key. Most programs read only the last one.">
          duplicate key
        </span>
      ) : null}
      {value && extensions.mark?.(value)}
      {inlineValue ?? <Value {...props} />}
      {current ? (
        <span className={styles.copy} role="presentation" onClick={(event) => event.stopPropagation()}>
          {value && extensions.actions?.(value)}
          <CopyButton label="Copy value" text={() => textAt(text, structuralIndex, index)} />
        </span>
      ) : null}
    </div>
  );
}

function Value({ text, structuralIndex, index }: StateTreeRowProps) {
  const kind = valueKindOf(structuralIndex, index);
  const file = fileOf(text, structuralIndex, index);
  if (file) {
    const preview = kind === 'string' ? leafPreview(text, structuralIndex, index).preview : '';
    return (
      <>
        <FileText size={13} aria-hidden className={styles.sign} />
        <span className={styles.fileSize}>{numberText(file.length)} characters</span>
        <span className={styles.string}>{preview}</span>
      </>
    );
  }
  if (kind === 'object' || kind === 'array') {
    const todo = todoOf(text, structuralIndex, index);
    if (todo) return <TodoLine todo={todo} />;
    const completed = completedOf(text, structuralIndex, index);
    const summary = kind === 'object' ? messageSummary(text, structuralIndex, index) : null;
    if (summary) return <MessageLine summary={summary} />;
    const size = numberText(readColumn(structuralIndex.sizes, index));
    if (isFileRecord(text, structuralIndex, index)) {
      return (
        <span className={styles.size}>
          {size} {size === '1' ? 'file' : 'files'}
        </span>
      );
    }
    return (
      <span className={styles.size}>
        {kind === 'array' ? `[${size}]` : `{${size}}`}
        {completed === null ? null : ` ${numberText(completed)} of ${size} completed`}
        <Length structuralIndex={structuralIndex} index={index} />
      </span>
    );
  }
  const { preview, more } = leafPreview(text, structuralIndex, index);
  const style = kind === 'deep' ? 'null' : kind;
  return (
    <span className={styles[style]} title={titleOf(kind, textAt(text, structuralIndex, index).slice(0, 80))}>
      {preview}
      {more > 0 ? <span className={styles.size}> … {numberText(more)} more characters</span> : null}
      {kind === 'string' && parseIsoTime(preview.slice(1, -1))?.naive ? (
        <span className={styles.size}> no time zone</span>
      ) : null}
    </span>
  );
}

// Keys of a state are its channels: each checkpoint stores all that has changed in one.
const maxUnnamedLength = 10_000;

function Length({ structuralIndex, index }: Pick<StateTreeRowProps, 'structuralIndex' | 'index'>) {
  const length = readColumn(structuralIndex.ends, index) - readColumn(structuralIndex.starts, index);
  if (readColumn(structuralIndex.depths, index) !== 1 || length < maxUnnamedLength) return null;
  return ` ${numberText(length)} characters`;
}

function titleOf(kind: string, token: string): string | undefined {
  if (kind === 'deep') return 'More than 1,000 levels deep, shown as text.';
  if (kind === 'string') {
    const time = parseIsoTime(token.slice(1, -1));
    return time ? timeTitle(time.text, time.date) : undefined;
  }
  if (kind !== 'number') return undefined;
  if (!/\d/.test(token)) return 'Not valid JSON: other programs may fail to read it.';
  return isExactDouble(token) ? undefined : 'Preserved exactly as sent by the server.';
}

const todoIcons: Readonly<Record<TodoStatus, LucideIcon>> = {
  pending: Square,
  'in progress': SquareDot,
  completed: SquareCheck,
  cancelled: SquareX,
};

function TodoLine({ todo: { content, status } }: { readonly todo: Todo }) {
  const Icon = todoIcons[status];
  return (
    <>
      <Icon size={14} aria-hidden className={styles.sign} data-todo={status} />
      <span className={styles.messageText} data-todo={status}>
        {content}
      </span>
      <span className={styles.size}>{status}</span>
    </>
  );
}

function MessageLine({ summary: { role, text, calls, id } }: { readonly summary: MessageSummary }) {
  return (
    <>
      <span className={styles.role} data-role={role}>
        {escapeInvisibleLine(role)}
      </span>
      <span className={styles.messageText}>{text}</span>
      {calls.length > 0 ? <span className={styles.calls}>calls {calls.join(', ')}</span> : null}
      {id === null ? null : (
        <span className={styles.messageId} title={id}>
          {escapeInvisibleLine(shortId(id))}
        </span>
      )}
    </>
  );
}
