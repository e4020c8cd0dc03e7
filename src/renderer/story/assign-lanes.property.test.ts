import { fc } from '../../testing/fast-check.ts';
import { expect, it } from 'vitest';
import { laneCount, lanesAfter, assignLanes, type LaneInput } from './assign-lanes.ts';

/**
 * Random histories, newest first: checkpoint n has an older parent, none, or a missing one. Numbers are ages,
 * so that most parents are near, as in real chains.
 */
const histories = fc
  .array(fc.oneof({ weight: 6, arbitrary: fc.nat(3) }, fc.nat(40), fc.constantFrom(null, 'gone')), {
    maxLength: 80,
  })
  .map((choices): LaneInput[] =>
    choices
      .map((choice, index) => ({
        checkpointId: `c${index}`,
        parentId:
          typeof choice !== 'number' ? choice : index - 1 - choice < 0 ? null : `c${index - 1 - choice}`,
      }))
      .toReversed(),
  );

it('leads a line from every checkpoint to its parent, and from none to anything else', () => {
  fc.assert(
    fc.property(histories, (checkpoints) => {
      const rows = assignLanes(checkpoints, true);
      const indexes = new Map(checkpoints.map(({ checkpointId }, index) => [checkpointId, index]));
      checkpoints.forEach(({ parentId }, index) => {
        const row = rows[index];
        const parentIndex = parentId === null ? undefined : indexes.get(parentId);
        expect(row?.below).toBe(parentIndex !== undefined);
        expect(row?.broken).toBe(parentId !== null && parentIndex === undefined);
        if (row === undefined || parentIndex === undefined) return;
        expect(parentIndex).toBeGreaterThan(index);
        // The line goes down its own lane, through every row between, into the dot of the parent.
        for (const between of rows.slice(index + 1, parentIndex)) {
          expect(between.passing).toContain(row.lane);
          expect(between.lane).not.toBe(row.lane);
        }
        const parent = rows[parentIndex];
        const ends = [...(parent?.joining ?? []), ...(parent?.fromAbove ? [parent.lane] : [])];
        expect(ends).toContain(row.lane);
      });
    }),
  );
});

it('draws no line that came from nowhere, and gives each fork a lane of its own', () => {
  fc.assert(
    fc.property(histories, (checkpoints) => {
      const rows = assignLanes(checkpoints, true);
      rows.forEach((row, index) => {
        const above = rows[index - 1];
        const leaving = above?.below ? [...above.passing, above.lane] : (above?.passing ?? []);
        expect(lanesAfter(row)).toEqual(leaving.toSorted((a, b) => a - b));
        const children = checkpoints.filter(({ parentId }) => parentId === checkpoints[index]?.checkpointId);
        expect(row.joining).toHaveLength(Math.max(0, children.length - 1));
      });
      expect(laneCount(rows)).toBeLessThanOrEqual(Math.max(1, checkpoints.length));
    }),
  );
});

it('keeps drawn rows as they are when an older page is appended', () => {
  fc.assert(
    fc.property(histories, fc.nat(80), (checkpoints, cut) => {
      expect(assignLanes(checkpoints).slice(0, cut)).toEqual(assignLanes(checkpoints.slice(0, cut)));
    }),
  );
});
