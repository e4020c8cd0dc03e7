import { useState } from 'react';
import type { Connection } from '../../../shared/model/connection.ts';
import type { TraceSending, TraceSettings } from '../../../shared/model/traces.ts';
import { useUnavailable } from '../../rpc/server-features.ts';
import { useSubscription } from '../../rpc/use-subscription.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { TimeAgo } from '../../ui/display/TimeAgo.tsx';
import { FactRow } from '../FactRow.tsx';
import facts from '../ServerFacts.module.css';
import view from '../ServersView.module.css';
import { lostTexts, sendingText } from './trace-labels.ts';
import { TracesDialog } from './TracesDialog.tsx';
import styles from './Traces.module.css';

/** Where the traces of a server's runs go, and how that goes. */
export function TracesSection({ connection }: { readonly connection: Connection }) {
  const { item, error } = useSubscription('traces.watch', { connectionId: connection.id });
  const [isEditing, setEditing] = useState(false);
  const noSave = useUnavailable(null, 'traces.save');
  return (
    <section className={facts.facts} aria-label="Traces">
      <div className={styles.head}>
        <h3 className={styles.title}>Traces</h3>
        {item === null ? null : (
          <Button
            size="small"
            disabled={noSave !== null}
            title={noSave ?? undefined}
            onClick={() => setEditing(true)}
          >
            {item.settings.url === '' ? 'Set up' : 'Change'}
          </Button>
        )}
      </div>
      {error ? <ErrorNotice action="Could not read the trace settings" error={error} /> : null}
      {item === null && !error ? <Loading inline>Reading the trace settings</Loading> : null}
      {item?.settings.url === '' ? (
        <p className={styles.note}>
          Nothing is sent. Traces of this server’s runs can go to an OpenTelemetry collector, Arize Phoenix or
          another receiver.
        </p>
      ) : null}
      {item !== null && item.settings.url !== '' ? (
        <Facts settings={item.settings} sending={item.sending} />
      ) : null}
      {item !== null && isEditing ? (
        <TracesDialog connection={connection} settings={item.settings} onClose={() => setEditing(false)} />
      ) : null}
    </section>
  );
}

interface FactsProps {
  readonly settings: TraceSettings;
  readonly sending: TraceSending | null;
}

function Facts({ settings: { isOn, url, withContent, service }, sending }: FactsProps) {
  const { lastError, lastSentAt, nextAttemptAt, readProblem } = sending ?? nothingYet;
  const isFailing = lastError !== null && lastError.time > (lastSentAt ?? 0);
  return (
    <>
      <dl className={view.properties}>
        <FactRow name="Receiver">
          <span className={view.mono}>{url}</span>
        </FactRow>
        {service === null ? null : <FactRow name="Service">{service}</FactRow>}
        <FactRow name="Sent">
          {isOn ? 'each run when it ends' : 'only runs that you send from their menus'}
          {withContent ? ', with inputs and outputs' : ', without inputs and outputs'}
        </FactRow>
        {isOn ? (
          <FactRow name="So far">
            <span role="status">{sending === null ? 'not known yet' : sendingText(sending)}</span>
          </FactRow>
        ) : null}
        {sending === null
          ? null
          : lostTexts(sending).map((text) => (
              <FactRow key={text} name="Not sent">
                {text}
              </FactRow>
            ))}
        {lastSentAt === null ? null : (
          <FactRow name="Last sent">
            <Moment ms={lastSentAt} />
          </FactRow>
        )}
        {lastError === null ? null : (
          <FactRow name="Last error">
            <Moment ms={lastError.time} />
            {isFailing ? null : <span>: {lastError.problem.message}</span>}
          </FactRow>
        )}
        {nextAttemptAt === null ? null : (
          <FactRow name="Next attempt">{new Date(nextAttemptAt).toLocaleTimeString()}</FactRow>
        )}
      </dl>
      {isFailing ? <ErrorNotice action={null} error={lastError.problem} /> : null}
      {readProblem === null ? null : <ErrorNotice action="Not all runs could be read" error={readProblem} />}
    </>
  );
}

const nothingYet = { lastError: null, lastSentAt: null, nextAttemptAt: null, readProblem: null };

function Moment({ ms }: { readonly ms: number }) {
  return <TimeAgo at={new Date(ms).toISOString()} />;
}
