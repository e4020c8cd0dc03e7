import { clsx } from 'clsx';
import { comparisonIcons } from './comparison-icons.ts';
import { comparisonWords, type ComparisonMark, type ComparisonMarks } from './comparison-marks.ts';
import styles from './Comparison.module.css';

const order: readonly ComparisonMark[] = [
  'both',
  'other-output',
  'other-order',
  'only-left',
  'only-right',
  'unknown',
];

const maxNamed = 5;

export function ComparisonLegend({ marks, missing }: Pick<ComparisonMarks, 'marks' | 'missing'>) {
  const counts = new Map<ComparisonMark, number>();
  for (const mark of marks.values()) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return (
    <section className={styles.legend} aria-label="Comparison legend">
      {counts.size === 0 ? (
        <p>No node of this graph ran on either side.</p>
      ) : (
        <ul>
          {order.flatMap((mark) => {
            const count = counts.get(mark);
            const Icon = comparisonIcons[mark];
            return count === undefined ? (
              []
            ) : (
              <li key={mark}>
                <span className={clsx(styles.badge, styles[mark])}>
                  <Icon aria-hidden /> {comparisonWords[mark]}
                </span>
                <span>{count === 1 ? '1 node' : `${count} nodes`}</span>
              </li>
            );
          })}
        </ul>
      )}
      {counts.size === 0 ? null : <p>No mark: ran on neither side.</p>}
      {missing.length === 0 ? null : (
        <p>
          {`Ran, but not in this graph: ${missing
            .slice(0, maxNamed)
            .map(({ nodeId }) => nodeId.replaceAll(':', ' › '))
            .join(', ')}${missing.length > maxNamed ? `, and ${missing.length - maxNamed} more` : ''}.`}
        </p>
      )}
    </section>
  );
}
