import type { WebhookForward } from '../../shared/model/webhook.ts';
import { TruncatedText } from '../ui/display/TruncatedText.tsx';
import { durationText } from '../ui/display/format.ts';
import { forwardText } from './webhook-labels.ts';
import styles from './ListenerDialog.module.css';

export function ForwardResult({ forward }: { readonly forward: WebhookForward }) {
  return (
    <>
      <p className={styles.heading}>{`${forwardText(forward)} after ${durationText(forward.ms)}`}</p>
      {forward.text === '' ? null : (
        <div className={styles.hint}>
          <TruncatedText text={forward.text} />
        </div>
      )}
    </>
  );
}
