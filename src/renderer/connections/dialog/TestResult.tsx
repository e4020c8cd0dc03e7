import type { ConnectionHealth } from '../../../shared/model/connection.ts';
import { durationText } from '../../ui/display/format.ts';
import { keyHeaderTexts } from '../key-header-texts.ts';
import { healthHeading, serverText, connectionStyleOf } from '../connection-labels.ts';
import { StatusDot } from '../StatusDot.tsx';
import styles from './ConnectionDialog.module.css';

/** A ref of what comes at the end of a form that may be longer than the window. */
export function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

export function TestResult({ health }: { readonly health: ConnectionHealth }) {
  const style = connectionStyleOf(health);
  const { problem, server, latencyMs, keyHeaders } = health;
  const details = Object.entries(problem?.details ?? {}).filter(([, value]) => value !== '');
  return (
    <output ref={scrollIntoSight} className={styles.result}>
      <StatusDot look={style} silent />
      <div className={styles.found}>
        <p className={styles.heading}>{healthHeading(health)}</p>
        {health.state === 'connected' ? (
          <p className={styles.more}>
            {serverText(server)}
            {latencyMs === null ? '' : `, answers in ${durationText(latencyMs)}`}
          </p>
        ) : null}
        {keyHeaders ? <p>{keyHeaderTexts(keyHeaders).join(' ')}</p> : null}
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
