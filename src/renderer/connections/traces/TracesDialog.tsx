import { useState } from 'react';
import type { Connection } from '../../../shared/model/connection.ts';
import { traceIdPlace, type TraceSettings } from '../../../shared/model/traces.ts';
import { useCallMutation } from '../../queries/use-call.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { EditConflicts } from '../../shared-ui/EditConflicts.tsx';
import { useRebasedForm } from '../../shared-ui/use-rebased-form.ts';
import { clearError } from '../../shared-ui/use-on-reconnect.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { useConfirmLeave } from '../../ui/popups/use-confirm-leave.ts';
import { EditDialog } from '../../ui/resource-view/EditDialog.tsx';
import { defaultKeyStorage, keyStorageOptions, type KeyStorageChoice } from '../../shared-ui/key-storage.ts';
import { HeaderFields } from '../dialog/HeaderFields.tsx';
import { useSecretStorage } from '../../queries/shared-queries.ts';
import {
  createTraceForm,
  hasNewHeader,
  phoenixTraceUrl,
  toTraceDraft,
  type TraceForm,
} from './trace-form.ts';
import { receiptText } from './trace-labels.ts';
import styles from './Traces.module.css';

interface TracesDialogProps {
  readonly connection: Connection;
  readonly settings: TraceSettings;
  readonly onClose: () => void;
}

export function TracesDialog({
  connection: { id: connectionId, name },
  settings,
  onClose,
}: TracesDialogProps) {
  const saved = createTraceForm(settings);
  const { form, setForm, conflicts, resolve } = useRebasedForm(saved);
  const [storage, setStorage] = useState<KeyStorageChoice | null>(null);
  const keyStore = useSecretStorage(hasNewHeader(form));
  const save = useCallMutation('traces.save', queryKeys.traceSettings(connectionId));
  const test = useCallMutation('traces.test');
  const isChanged = JSON.stringify(form) !== JSON.stringify(saved);
  const leaving = useConfirmLeave(isChanged, onClose);
  const isUndecided = hasNewHeader(form) && storage === null && keyStore.isPending;
  const options = keyStorageOptions(keyStore.data ?? null);
  const phoenix = phoenixTraceUrl(form);
  const needsUrl = form.isOn && form.url.trim() === '';

  const change = (part: Partial<TraceForm>): void => {
    setForm({ ...form, ...part });
    leaving.stay();
    test.reset();
    clearError(save);
  };
  const draft = toTraceDraft(form, storage, keyStore.data ?? null);
  return (
    <EditDialog
      width={560}
      title={`Traces of ${name}`}
      leaving={leaving}
      confirmLabel="Save"
      isReady={isChanged && !needsUrl && !isUndecided && conflicts.length === 0}
      busy={save.isPending ? 'Saving' : null}
      onConfirm={() => save.mutate({ connectionId, draft }, { onSuccess: onClose })}
    >
      <div className={styles.form}>
        <TextField
          mono
          label="Address"
          placeholder="http://127.0.0.1:4318"
          hint="A receiver of OpenTelemetry over HTTP. /v1/traces is added if it is missing."
          value={form.url}
          maxLength={2048}
          error={needsUrl ? 'Enter the address to send runs to.' : null}
          onChange={(url) => change({ url })}
        />
        <HeaderFields form={form} onChange={({ headers }) => change({ headers })} />
        {hasNewHeader(form) ? (
          <div className={styles.line}>
            <span className={styles.label}>Keep values</span>
            <Select
              wide
              label="Keep values of headers"
              value={storage ?? defaultKeyStorage(keyStore.data ?? null)}
              options={options}
              onChange={(value) =>
                setStorage(options.find((option) => option.value === value)?.value ?? null)
              }
            />
          </div>
        ) : null}
        {hasNewHeader(form) && keyStore.data ? (
          <p aria-live="polite" className={styles.note}>
            {keyStore.data.sentence}
          </p>
        ) : null}
        <Button
          className={styles.start}
          disabled={form.url.trim() === '' || isUndecided}
          busy={test.isPending ? 'Sending' : null}
          onClick={() => {
            clearError(save);
            test.mutate({ connectionId, draft });
          }}
        >
          Send a test span
        </Button>
        {test.isPending ? <Loading>Waiting for the receiver</Loading> : null}
        {test.data ? (
          <output className={styles.result} data-tone={test.data.rejected === 0 ? 'ok' : 'fail'}>
            <p>{receiptText(test.data)}</p>
            {test.data.reasons.map((reason) => (
              <p key={reason}>The receiver says: {reason}</p>
            ))}
            <p className={styles.note}>Trace {test.data.traceId}</p>
          </output>
        ) : null}
        {test.error ? <ErrorNotice action="Test failed" error={test.error} /> : null}
        <TextField
          label="Service name (optional)"
          placeholder={name}
          hint="Traces are listed under this name; in Phoenix, it is the project."
          value={form.service}
          maxLength={200}
          onChange={(service) => change({ service })}
        />
        <div className={styles.traceUrl}>
          <TextField
            mono
            label="Web address of a trace (optional)"
            placeholder={`https://traces.example.com/trace/${traceIdPlace}`}
            hint={`The page that “Open trace” opens. ${traceIdPlace} is replaced by the trace’s ID.`}
            value={form.traceUrl}
            maxLength={2048}
            onChange={(traceUrl) => change({ traceUrl })}
          />
          <Button
            size="small"
            className={styles.start}
            disabled={phoenix === null || form.traceUrl === phoenix}
            onClick={() => change({ traceUrl: phoenix ?? '' })}
          >
            Use Phoenix’s address
          </Button>
        </div>
        <Switch
          label="Send each run when it ends"
          hint="Whoever started it, while the studio is open. Traces that can’t be sent yet wait on this computer, up to 64 MB; turning this off deletes them."
          checked={form.isOn}
          onChange={(isOn) => change({ isOn })}
        />
        <Switch
          label="Include inputs and outputs"
          hint="Those of runs, nodes and questions, up to 16,000 characters each. Keys that the studio knows and likely secrets are removed, but no search finds every secret. Error messages are always sent."
          checked={form.withContent}
          onChange={(withContent) => change({ withContent })}
        />
        <EditConflicts
          conflicts={conflicts.map((field) => ({
            field: labels[field],
            mine: textOf(form[field]),
            theirs: textOf(saved[field]),
            onChoose: (choice) => resolve(field, choice),
          }))}
        />
        {save.error ? <ErrorNotice action="Save failed" error={save.error} /> : null}
      </div>
    </EditDialog>
  );
}

const labels: Readonly<Record<keyof TraceForm, string>> = {
  isOn: 'Send each run when it ends',
  url: 'Address',
  headers: 'Headers',
  withContent: 'Include inputs and outputs',
  service: 'Service name',
  traceUrl: 'Web address of a trace',
};

function textOf(value: TraceForm[keyof TraceForm]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? value : value.map(({ name }) => name).join(', ');
}
