import type { WebhookSelfTest } from '../../shared/model/webhook.ts';
import { selfTestReport } from './self-test-labels.ts';
import styles from './ListenerDialog.module.css';

export function SelfTest({ result }: { readonly result: WebhookSelfTest }) {
  const { tone, heading, hint } = selfTestReport(result);
  return (
    <output className={styles.result} data-tone={tone}>
      <p className={styles.heading}>{heading}</p>
      <p className={styles.hint}>{hint}</p>
    </output>
  );
}
