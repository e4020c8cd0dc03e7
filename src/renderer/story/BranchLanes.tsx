import type { EntryLanes, LevelLanes } from './story-entries.ts';
import type { LaneRow } from './assign-lanes.ts';
import styles from './story.module.css';

export const storyRowHeight = 30;

// Spacing of the lanes of a level; those of subgraphs are closer together.
interface Pitch {
  readonly first: number;
  readonly step: number;
  readonly after: number;
  readonly max: number;
}

const outer: Pitch = { first: 18, step: 16, after: 14, max: 8 };
const inner: Pitch = { first: 6, step: 10, after: 9, max: 5 };
/** From the top of a row to its dot. */
const middle = storyRowHeight / 2;

export type DotKind = 'plain' | 'running' | 'finished' | 'waiting' | 'failed';

/**
 * The part of the commit graph in one row, for the thread and each subgraph down to the entry's own. Older checkpoints
 * are above. Decorative: the row's text says the same.
 */
export function BranchLanes({ lanes, dot, selected, height = storyRowHeight }: BranchLanesProps) {
  return (
    <span className={styles.levels} aria-hidden="true">
      {lanes.map((level, depth) => (
        <Level
          key={depth}
          level={level}
          pitch={depth === 0 ? outer : inner}
          dot={dot}
          selected={selected}
          height={height}
        />
      ))}
    </span>
  );
}

function Level({ level, pitch, dot, selected, height }: LevelProps) {
  const { row, passing, end, count } = level;
  const x = (lane: number): number => pitch.first + lane * pitch.step;
  // All rows are indented equally. Lanes beyond the widest list are clipped.
  const width = x(Math.min(count, pitch.max) - 1) + pitch.after;
  const through = row?.passing ?? passing.filter((lane) => lane !== end);
  return (
    <svg className={styles.lanes} width={width} height={height}>
      {through.map((lane) => (
        <path key={lane} className={lineClass(lane)} d={`M${x(lane)} 0V${height}`} />
      ))}
      {row === null ? null : <OwnLane row={row} x={x} dot={dot} selected={selected} height={height} />}
      {end === undefined ? null : (
        <>
          <path className={lineClass(end)} d={`M${x(end)} 0V${passing.includes(end) ? height : middle}`} />
          <circle className={styles.dot} data-kind={dot} data-end="true" cx={x(end)} cy={middle} r={4.5} />
        </>
      )}
    </svg>
  );
}

function OwnLane({ row, x: laneX, dot, selected, height }: OwnLaneProps) {
  const x = laneX(row.lane);
  return (
    <>
      {row.joining.map((lane) => (
        <path
          key={lane}
          className={lineClass(lane)}
          d={`M${laneX(lane)} ${height}C${laneX(lane)} ${middle} ${x} ${height - 2} ${x} ${middle}`}
        />
      ))}
      {row.fromAbove && <path className={lineClass(row.lane)} d={`M${x} ${middle}V${height}`} />}
      {row.below && <path className={lineClass(row.lane)} d={`M${x} 0V${middle}`} />}
      {row.broken && <path className={styles.brokenLine} d={`M${x} 2V${middle}`} />}
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
  readonly row: LaneRow;
  readonly x: (lane: number) => number;
  readonly dot: DotKind;
  readonly selected: boolean;
  readonly height: number;
}

interface LevelProps {
  readonly level: LevelLanes;
  readonly pitch: Pitch;
  readonly dot: DotKind;
  readonly selected: boolean;
  readonly height: number;
}

interface BranchLanesProps {
  readonly lanes: EntryLanes;
  readonly dot: DotKind;
  readonly selected: boolean;
  readonly height?: number;
}
