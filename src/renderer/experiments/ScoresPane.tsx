import { useState } from 'react';
import type { ExperimentScores, ExperimentTarget, ScoreSeries } from '../../shared/model/experiment.ts';
import { differenceText, passRateText, scoreText, targetName } from '../../shared/inputs/score-labels.ts';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import styles from './ScoresPane.module.css';

interface ScoresPaneProps {
  readonly scores: ExperimentScores;
  readonly targets: readonly ExperimentTarget[];
}

// The scores of an experiment by check and assistant, what they were before, and which of two assistants scores higher.
export function ScoresPane({ scores: { series, pairs }, targets }: ScoresPaneProps) {
  const [openKey, setOpenKey] = useState<string | null>(null);
  const keyOf = ({ name, target }: ScoreSeries): string => JSON.stringify([name, target]);
  const openSeries = series.find((one) => keyOf(one) === openKey) ?? series[0];
  return (
    <div className={styles.scroll} {...scrollableGroupProps('Scores of the experiment')}>
      <table className={styles.table} aria-label="Scores">
        <thead>
          <tr>
            <th scope="col">Score</th>
            <th scope="col">Assistant</th>
            <StatisticsHead />
            <th scope="col">History</th>
          </tr>
        </thead>
        <tbody>
          {series.map((one) => (
            <tr key={keyOf(one)}>
              <th scope="row">{one.name}</th>
              <td>{targetName(targets[one.target])}</td>
              <Statistics of={one} />
              <td>
                {one.history.length === 0 ? (
                  'none'
                ) : (
                  <button
                    type="button"
                    className={styles.history}
                    aria-pressed={one === openSeries}
                    onClick={() => setOpenKey(keyOf(one))}
                  >
                    {`${one.history.length} earlier`}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {openSeries === undefined || openSeries.history.length === 0 ? null : (
        <table className={styles.table}>
          <caption>{`Earlier: ${openSeries.name}, ${targetName(targets[openSeries.target])}`}</caption>
          <thead>
            <tr>
              <th scope="col">Started</th>
              <th scope="col">Version</th>
              <StatisticsHead />
            </tr>
          </thead>
          <tbody>
            {openSeries.history.map((one) => (
              <tr key={one.experimentId}>
                <th scope="row">{new Date(one.createdAt).toLocaleString()}</th>
                <td>{one.version ?? '–'}</td>
                <Statistics of={one} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {pairs.length === 0 ? null : (
        <table className={styles.table}>
          <caption>Differences between assistants on the same inputs</caption>
          <thead>
            <tr>
              <th scope="col">Score</th>
              <th scope="col">Second − first</th>
              <th scope="col">Difference</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair) => (
              <tr key={JSON.stringify([pair.name, pair.first, pair.second])}>
                <th scope="row">{pair.name}</th>
                <td>{`${targetName(targets[pair.second])} − ${targetName(targets[pair.first])}`}</td>
                <td>{differenceText(pair)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.note}>
        n counts the scores of all rows, and SD is their sample standard deviation. Intervals are those of a
        paired t test on the means of each input’s repetitions. Unknown scores are left out.
      </p>
    </div>
  );
}

function StatisticsHead() {
  return (
    <>
      <th scope="col" className={styles.number}>
        Mean
      </th>
      <th scope="col" className={styles.number}>
        SD
      </th>
      <th scope="col" className={styles.number}>
        n
      </th>
      <th scope="col" className={styles.number}>
        Unknown
      </th>
      <th scope="col">Passed</th>
    </>
  );
}

function Statistics({ of }: { readonly of: Omit<ScoreSeries, 'name' | 'target' | 'history'> }) {
  return (
    <>
      <td className={styles.number}>{of.mean === null ? '–' : scoreText(of.mean)}</td>
      <td className={styles.number}>
        {of.standardDeviation === null ? '–' : scoreText(of.standardDeviation)}
      </td>
      <td className={styles.number}>{of.count}</td>
      <td className={styles.number}>{of.unknown}</td>
      <td>{passRateText(of) ?? '–'}</td>
    </>
  );
}
