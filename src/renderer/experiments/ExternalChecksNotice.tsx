import type { ExternalCheck, ExternalChecks } from '../../shared/model/input-file.ts';
import { escapeInvisible } from '../../shared/escape-invisible.ts';
import { groupProps } from '../ui/a11y-props.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { useAllowChecks } from './queries.ts';
import styles from './Experiments.module.css';

const titles: Readonly<Record<ExternalCheck['kind'], string>> = {
  command: 'Start a command',
  http: 'Send inputs, outputs and references to an address',
  judge: 'Send inputs, outputs and references to an assistant on another server',
};

interface ExternalChecksNoticeProps {
  readonly connectionId: string;
  readonly external: ExternalChecks;
}

// Asks before checks reach anything but the server of their runs: files may be somebody else's.
export function ExternalChecksNotice({
  connectionId,
  external: { folder, checks },
}: ExternalChecksNoticeProps) {
  const allow = useAllowChecks(connectionId);
  if (checks.length === 0) return null;
  return (
    <section className={styles.external} {...groupProps('Checks to allow')}>
      <p>Allow these checks on this computer? Until you do, their scores stay unknown.</p>
      <ul className={styles.externalList}>
        {checks.map(({ kind, text }) => (
          <li key={`${kind} ${text}`}>
            <span>{titles[kind]}</span> <code>{escapeInvisible(text)}</code>
          </li>
        ))}
      </ul>
      {checks.some(({ kind }) => kind === 'command') ? (
        <p className={styles.quiet}>
          {`Commands run with your rights in ${folder}, without a shell. What a script in them does is up to its file.`}
        </p>
      ) : null}
      {allow.error ? <ErrorNotice action="Could not allow the checks" error={allow.error} /> : null}
      <Button
        size="small"
        busy={allow.isPending ? 'Allowing' : null}
        onClick={() => allow.mutate({ connectionId, checks: [...checks] })}
      >
        {checks.length === 1 ? 'Allow it' : `Allow all ${checks.length}`}
      </Button>
    </section>
  );
}
