import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { BranchLanes, type DotKind } from './BranchLanes.tsx';
import type { EntryLanes } from './story-entries.ts';
import styles from './story.module.css';

/** Where the list puts a row. */
export interface RowPlace {
  readonly id: string;
  /** In pixels. */
  readonly top: number;
  /** In pixels, of a row with more than one line. */
  readonly height?: number;
  readonly level: number;
}

interface StoryRowProps extends ComponentProps<'div'> {
  readonly place: RowPlace;
  readonly testId: string;
  readonly lanes: EntryLanes;
  readonly dot: DotKind;
  readonly selected?: boolean;
}

/** A row below the line of a turn, with its part of the commit graph. The tree around it handles the keyboard. */
export function StoryRow(props: StoryRowProps) {
  const { place, testId, lanes, dot, selected = false, className, children, ...rest } = props;
  const { id, top, height, level } = place;
  return (
    <div
      {...rest}
      id={id}
      className={clsx(
        styles.row,
        height !== undefined && styles.tall,
        selected && styles.selected,
        className,
      )}
      role="treeitem"
      aria-selected={selected}
      aria-level={level}
      tabIndex={-1}
      data-testid={testId}
      style={{ top, height }}
    >
      <BranchLanes lanes={lanes} dot={dot} selected={selected} height={height} />
      {children}
    </div>
  );
}
