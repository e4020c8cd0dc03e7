import { durationText } from '../../ui/display/format.ts';
import { isInView, type AxisView } from './axis-view.ts';
import type { TimelineLayout } from '../../../shared/thread-record/timeline-axis.ts';
import { axisTimes } from './timeline-layout.ts';

// A label above the bars. `start` begins at its time, `end` ends there.
export interface AxisLabel {
  readonly kind: 'time' | 'run' | 'wait';
  readonly text: string;
  readonly atMs: number;
  readonly align: 'start' | 'center' | 'end';
}

interface Candidate extends Omit<AxisLabel, 'text'> {
  readonly texts: readonly string[];
}

// Width of a character and least distance of two labels, in pixels.
const characterPx = 6.4;
const gapPx = 8;
// Distance of a label from where it begins or ends, in pixels.
const insetPx = 4;
// How far labels may reach over the ends of the axis, in pixels.
const overhangPx = 40;
// One time per so many pixels.
const pxPerTime = 64;
const maxTimes = 4;

// What fits above a span of the axis that is `widthPx` wide: first the waits, then runs, then times.
export function axisLabels(layout: TimelineLayout, view: AxisView, widthPx: number): readonly AxisLabel[] {
  const scale = widthPx / Math.max(1, view.toMs - view.fromMs);
  const times = Math.min(maxTimes, Math.max(1, Math.floor(widthPx / pxPerTime)));
  const waits = layout.waits
    .filter(({ fromMs, toMs }) => isInView(view, fromMs, toMs))
    .map(({ toMs, ms }): Candidate => {
      const length = ms === null ? [] : [durationText(ms)];
      const texts = ['waited', ...length].join(' ');
      return { kind: 'wait', texts: [texts, ...length], atMs: toMs, align: 'end' };
    });
  const runs =
    layout.runs.length === 1
      ? []
      : layout.runs
          .map(({ createdMs }, index): Candidate => {
            return { kind: 'run', texts: [`run ${index + 1}`], atMs: createdMs, align: 'start' };
          })
          .filter(({ atMs }) => isInView(view, atMs, atMs))
          .toReversed();
  const candidates: readonly Candidate[] = [
    ...runs.slice(0, -1),
    ...waits,
    ...runs.slice(-1),
    ...axisTimes(view.fromMs, view.toMs, layout.waits, times).map(({ atMs, text }): Candidate => ({
      kind: 'time',
      texts: [text],
      atMs,
      align: 'center',
    })),
  ];
  const occupied: { readonly from: number; readonly to: number }[] = [];
  return candidates.flatMap(({ texts, ...label }) => {
    for (const text of texts) {
      const width = text.length * characterPx;
      const position = (label.atMs - view.fromMs) * scale;
      const from =
        label.align === 'start'
          ? position + insetPx
          : label.align === 'end'
            ? position - insetPx - width
            : position - width / 2;
      const to = from + width;
      if (from < -overhangPx || to > widthPx + overhangPx) continue;
      if (occupied.some((one) => from < one.to + gapPx && to > one.from - gapPx)) continue;
      occupied.push({ from, to });
      return [{ ...label, text }];
    }
    return [];
  });
}
