import { ChevronDown, ChevronUp, ChevronsDownUp, ChevronsUpDown, ListTree } from 'lucide-react';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/popups/Menu.tsx';
import { focusGroupProps } from '../../ui/controls/focus-group-props.ts';
import styles from './StateTree.module.css';

interface TreeToolbarProps {
  readonly label: string;
  readonly query: string;
  readonly onBegin: () => void;
  readonly onQuery: (query: string) => void;
  readonly hits: number | null;
  readonly at: number;
  readonly onStep: (by: 1 | -1) => void;
  readonly onDepth: (depth: number) => void;
}

export function TreeToolbar({ label, query, onBegin, onQuery, hits, at, onStep, onDepth }: TreeToolbarProps) {
  const none = hits === null || hits === 0;
  return (
    <div
      className={styles.bar}
      role="group"
      aria-label={`${label}: search and collapse`}
      {...focusGroupProps('horizontal')}
    >
      <input
        className={styles.search}
        type="search"
        aria-label={`Find in ${label.toLowerCase()}`}
        placeholder="Find keys and values"
        spellCheck={false}
        value={query}
        onFocus={onBegin}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            onStep(event.shiftKey ? -1 : 1);
          } else if (event.key === 'Escape' && query !== '') {
            event.stopPropagation();
            onQuery('');
          }
        }}
      />
      <output className={styles.matchCount} aria-live="polite">
        {query === '' ? '' : hitsText(hits, at)}
      </output>
      {query === '' ? null : (
        <>
          <IconButton
            label="Previous result"
            size="small"
            kbd="Shift+Enter"
            disabled={none}
            icon={<ChevronUp size={14} aria-hidden />}
            onClick={() => onStep(-1)}
          />
          <IconButton
            label="Next result"
            size="small"
            kbd="Enter"
            disabled={none}
            icon={<ChevronDown size={14} aria-hidden />}
            onClick={() => onStep(1)}
          />
        </>
      )}
      <Menu
        align="end"
        trigger={
          <IconButton label="Collapse to depth" size="small" icon={<ListTree size={14} aria-hidden />} />
        }
      >
        {[1, 2, 3, 4, 5].map((depth) => (
          <MenuItem key={depth} onSelect={() => onDepth(depth)}>
            {depth === 1 ? 'Show 1 level' : `Show ${depth} levels`}
          </MenuItem>
        ))}
      </Menu>
      <IconButton
        label="Expand all"
        size="small"
        icon={<ChevronsUpDown size={14} aria-hidden />}
        onClick={() => onDepth(Infinity)}
      />
      <IconButton
        label="Collapse all"
        size="small"
        icon={<ChevronsDownUp size={14} aria-hidden />}
        onClick={() => onDepth(1)}
      />
    </div>
  );
}

function hitsText(hits: number | null, at: number): string {
  if (hits === null) return '…';
  if (hits === 0) return 'none';
  return at < 0 ? hits.toLocaleString() : `${(at + 1).toLocaleString()} of ${hits.toLocaleString()}`;
}
