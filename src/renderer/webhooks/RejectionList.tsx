import type { WebhookRefusal } from '../../shared/model/webhook.ts';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import { rejectionLabels } from './webhook-labels.ts';
import styles from './WebhooksView.module.css';

interface RejectionListProps {
  readonly refusals: readonly WebhookRefusal[];
  readonly total: number;
}

export function RejectionList({ refusals, total }: RejectionListProps) {
  if (total === 0) return null;
  return (
    <details className={styles.rejections}>
      <summary>
        {total === 1 ? '1 request refused' : `${total.toLocaleString('en')} requests refused`}
      </summary>
      <div className={styles.rejected} {...scrollableGroupProps('Refused requests')}>
        <ul>
          {refusals.map((refusal, index) => (
            // Refusals have no id; the list only grows at its start.
            <li key={`${refusal.at} ${refusals.length - index}`}>
              <code>{refusal.status}</code>
              <span>{rejectionLabels[refusal.reason]}</span>
              <span className={styles.age}>
                <TimeAgo at={refusal.at} />
              </span>
            </li>
          ))}
        </ul>
        {refusals.length < total ? <p className={styles.quiet}>Older ones are only counted.</p> : null}
      </div>
    </details>
  );
}
