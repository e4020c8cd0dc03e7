import type { RequestEntry } from '../../shared/model/request-entry.ts';
import { useWatch } from '../client/use-watch.ts';
import { CodeText } from '../ui/CodeText.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { curlCommand } from '../client/curl.ts';
import styles from './RequestsDrawer.module.css';

/** One request: why there was no good answer, and how to make it again by hand. */
export function RequestDetail({ entry }: { readonly entry: RequestEntry }) {
  const connections = useWatch('connections.watch', {}).item?.connections ?? [];
  const connection = connections.find((one) => one.id === entry.connectionId) ?? null;
  const curl = curlCommand(entry, connection);
  return (
    <section className={styles.detail} aria-label="Request">
      <div className={styles.part}>
        <h3>{`${new Date(entry.at).toLocaleTimeString()} on ${connection?.name ?? 'a removed server'}`}</h3>
        <span className={styles.quiet}>{entry.purpose}</span>
      </div>
      {entry.problem === null ? null : <CodeText label="Problem" text={entry.problem} wrap maxHeight={120} />}
      <div className={styles.part}>
        <h3>As curl</h3>
        <span className={styles.quiet}>secrets are masked</span>
        <span className={styles.grow} />
        <CopyButton label="Copy as curl" text={curl} />
      </div>
      <CodeText label="As curl" text={curl} wrap maxHeight={220} />
    </section>
  );
}
