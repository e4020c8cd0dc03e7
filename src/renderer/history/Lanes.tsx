import type { LaneRow } from './lanes.ts';
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
export function Lanes({ row, width, dot, selected }: LanesProps) {
  const x = laneX(row.lane);
  const lineClass = (lane: number): string => (lane === 0 ? styles.mainLine : styles.forkLine) ?? '';
  return (
    <svg className={styles.lanes} width={width} height={rowHeight} aria-hidden="true">
      {row.passing.map((lane) => (
        <path key={lane} className={lineClass(lane)} d={`M${laneX(lane)} 0V${rowHeight}`} />
      ))}
      {row.joining.map((lane) => (
        <path
          key={lane}
          className={lineClass(lane)}
          d={`M${laneX(lane)} 0C${laneX(lane)} ${middle} ${x} 2 ${x} ${middle}`}
        />
      ))}
      {row.fromAbove && <path className={lineClass(row.lane)} d={`M${x} 0V${middle}`} />}
      {row.below && <path className={lineClass(row.lane)} d={`M${x} ${middle}V${rowHeight}`} />}
      <circle
        className={styles.dot}
        data-kind={dot}
        data-lane={row.lane === 0 ? 'main' : 'fork'}
        data-selected={selected}
        cx={x}
        cy={middle}
        r={dot === 'plain' ? 4 : 4.5}
      />
    </svg>
  );
}

interface LanesProps {
  readonly row: LaneRow;
  readonly width: number;
  readonly dot: DotKind;
  readonly selected: boolean;
}
