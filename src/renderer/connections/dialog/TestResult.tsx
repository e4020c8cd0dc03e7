import type { ConnectionHealth } from '../../../shared/model/connection.ts';
import { durationText } from '../../ui/display/format.ts';
import { healthHeading, serverText, connectionStyles } from '../connection-labels.ts';
import { StatusDot } from '../StatusDot.tsx';
import styles from './ConnectionDialog.module.css';

export function TestResult({ health }: { readonly health: ConnectionHealth }) {
  const style = connectionStyles[health.state];
  const { problem, server, latencyMs } = health;
  const details = Object.entries(problem?.details ?? {}).filter(([, value]) => value !== '');
  return (
    <output className={styles.result}>
      <StatusDot look={style} silent />
      <div className={styles.found}>
        <p className={styles.heading}>{healthHeading(health)}</p>
        {health.state === 'connected' ? (
          <p className={styles.more}>
            {serverText(server)}
            {latencyMs === null ? '' : `, answers in ${durationText(latencyMs)}`}
          </p>
        ) : null}
        {problem ? <p>{problem.message}</p> : null}
        {problem?.hint ? <p className={styles.more}>{problem.hint}</p> : null}
        {details.length === 0 ? null : (
          <details className={styles.details}>
            <summary>Details</summary>
            <pre>{details.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
          </details>
        )}
      </div>
    </output>
  );
}
