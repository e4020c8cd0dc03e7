import { Check, CircleHelp, Minus } from 'lucide-react';
import { clsx } from 'clsx';
import type { ServerInfo } from '../../shared/model/connection.ts';
import styles from './ServersView.module.css';

const names: readonly [keyof ServerInfo['capabilities'], string][] = [
  ['assistants', 'Assistants and graphs'],
  ['webhooks', 'Webhooks'],
  ['crons', 'Crons'],
  ['xrayDepth', 'X-ray depth'],
  ['prune', 'Pruning threads'],
];

/** What a server can do; what it can't, or does not tell, is grey, with the reason. */
export function Capabilities({ capabilities }: Pick<ServerInfo, 'capabilities'>) {
  return (
    <ul className={styles.capabilities} aria-label="What this server can do">
      {names.map(([key, name]) => {
        const { available, reason } = capabilities[key];
        const Icon = available === null ? CircleHelp : available ? Check : Minus;
        return (
          <li key={key} className={clsx(styles.capability, available === true || styles.unsupported)}>
            <Icon size={13} aria-hidden />
            <span>
              {name}
              <span className="visually-hidden">
                {available === null ? ': unknown' : available ? ': yes' : ': no'}
              </span>
              {reason === null ? null : <span className={styles.reason}>{reason}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
