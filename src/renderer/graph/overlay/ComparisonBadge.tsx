import { clsx } from 'clsx';
import { createContext, use } from 'react';
import type { NodeBadgesProps } from '../model/canvas-decorations.ts';
import { comparisonWords, type ComparisonMark } from './comparison-marks.ts';
import styles from './Comparison.module.css';

export const ComparisonMarksContext = createContext<ReadonlyMap<string, ComparisonMark>>(new Map());

export function ComparisonBadge({ node }: NodeBadgesProps) {
  const mark = use(ComparisonMarksContext).get(node.id);
  if (mark === undefined) return null;
  return (
    <span className={clsx(styles.badge, styles[mark])} data-part="comparison" aria-hidden>
      {comparisonWords[mark]}
    </span>
  );
}
