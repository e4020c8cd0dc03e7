import type { ExternalCheck, ExternalChecks } from '../../shared/model/input-file.ts';
import { externalAssistantOf } from '../../shared/inputs/external-check.ts';
import { escapeInvisible } from '../../shared/escape-invisible.ts';
import { groupProps } from '../ui/a11y-props.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { useAllowChecks } from './queries.ts';
import styles from './Experiments.module.css';

const titles: Readonly<Record<ExternalCheck['kind'], string>> = {
  command: 'Start a command:',
  http: 'Send inputs, outputs and references to an address:',
  judge: 'Send inputs, outputs and references to an assistant on another server:',
  user: 'Send conversations to an assistant on another server, which plays the person:',
};

interface ExternalChecksNoticeProps {
  readonly connectionId: string;
  readonly external: ExternalChecks;
}

// Asks before inputs reach anything but the server of their runs: files may be somebody else's.
export function ExternalChecksNotice({
  connectionId,
  external: { folder, checks },
}: ExternalChecksNoticeProps) {
  const allow = useAllowChecks(connectionId);
  if (checks.length === 0) return null;
  const hasUser = checks.some(({ kind }) => kind === 'user');
  const hasScores = checks.some(({ kind }) => kind !== 'user');
  return (
    <section className={styles.external} {...groupProps('Checks to allow')}>
      <p>
        {hasUser
          ? `Allow this on this computer? Until you do, ${hasScores ? 'scores stay unknown, and ' : ''}conversations end after their first turn.`
          : 'Allow these checks on this computer? Until you do, their scores stay unknown.'}
      </p>
      <ul className={styles.externalList}>
        {checks.map((check) => (
          <li key={`${check.kind} ${check.text}`}>
            <span>{titles[check.kind]}</span> <Reached check={check} />
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

// Each name stands apart, so that none can say what it is not.
function Reached({ check }: { readonly check: ExternalCheck }) {
  const reached = externalAssistantOf(check);
  if (reached === null) return <code>{escapeInvisible(check.text)}</code>;
  return (
    <span>
      the assistant “<code>{escapeInvisible(reached.assistant)}</code>” on “
      <code>{escapeInvisible(reached.server)}</code>”
    </span>
  );
}
