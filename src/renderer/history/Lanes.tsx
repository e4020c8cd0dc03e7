import type { CheckpointEntry } from './entries.ts';
import styles from './history.module.css';

/** Height of a history row, in pixels; the list and the lines share it. */
export const rowHeight = 30;
const laneWidth = 16;
const firstLane = 18;
const middle = rowHeight / 2;

const laneX = (lane: number): number => firstLane + lane * laneWidth;

/** Width of the lines for this many lanes, so that all rows of a list are indented alike. */
export function lanesWidth(lanes: number): number {
  return laneX(lanes - 1) + 18;
}

export type DotKind = 'plain' | 'waiting' | 'failed';

/** The piece of the commit graph that lies in one row. Decoration: the row's own words say the same. */
export function Lanes({ entry: { row, passing }, width, dot, selected }: LanesProps) {
  return (
    <svg className={styles.lanes} width={width} height={rowHeight} aria-hidden="true">
      {(row?.passing ?? passing).map((lane) => (
        <path key={lane} className={lineClass(lane)} d={`M${laneX(lane)} 0V${rowHeight}`} />
      ))}
      {row === null ? null : <OwnLane row={row} dot={dot} selected={selected} />}
    </svg>
  );
}

function OwnLane({ row, dot, selected }: OwnLaneProps) {
  const x = laneX(row.lane);
  return (
    <>
      {row.joining.map((lane) => (
        <path
          key={lane}
          className={lineClass(lane)}
          d={`M${laneX(lane)} 0C${laneX(lane)} ${middle} ${x} 2 ${x} ${middle}`}
        />
      ))}
      {row.fromAbove && <path className={lineClass(row.lane)} d={`M${x} 0V${middle}`} />}
      {row.below && <path className={lineClass(row.lane)} d={`M${x} ${middle}V${rowHeight}`} />}
      {row.broken && <path className={styles.brokenLine} d={`M${x} ${middle}V${rowHeight - 2}`} />}
      <circle
        className={styles.dot}
        data-kind={dot}
        data-lane={row.lane === 0 ? 'main' : 'fork'}
        data-selected={selected}
        cx={x}
        cy={middle}
        r={dot === 'plain' ? 4 : 4.5}
      />
    </>
  );
}

function lineClass(lane: number): string {
  return (lane === 0 ? styles.mainLine : styles.forkLine) ?? '';
}

interface OwnLaneProps {
  readonly row: NonNullable<CheckpointEntry['row']>;
  readonly dot: DotKind;
  readonly selected: boolean;
}

interface LanesProps {
  readonly entry: Pick<CheckpointEntry, 'row' | 'passing'>;
  readonly width: number;
  readonly dot: DotKind;
  readonly selected: boolean;
}
