import { useState } from 'react';
import type { Assistant } from '../../shared/model/assistant.ts';
import type { Cron } from '../../shared/model/cron.ts';
import { FormConflicts } from '../shared-ui/EditConflicts.tsx';
import { useRebasedForm } from '../shared-ui/use-rebased-form.ts';
import { Field } from '../ui/controls/Field.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { useConfirmLeave } from '../ui/popups/use-confirm-leave.ts';
import { objectProblem } from '../ui/json-editor/object-problem.ts';
import { JsonEditor } from '../ui/json-editor/JsonEditor.tsx';
import { EditDialog } from '../ui/resource-view/EditDialog.tsx';
import {
  changedSettings,
  cronForm,
  cronSettings,
  expectedOf,
  endProblem,
  webhookProblem,
  type CronForm,
} from './cron-form.ts';
import { NextTimes } from './NextTimes.tsx';
import { useCreateCron, useScheduleReading, useUpdateCron } from './queries.ts';
import styles from './CronsView.module.css';

interface CronDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  // `null` creates one.
  readonly cron: Cron | null;
  readonly assistants: readonly Assistant[];
  readonly assistantId: string | null;
  readonly onClose: () => void;
  readonly onSaved: (cron: Cron) => void;
}

const fieldLabels: Readonly<Record<keyof CronForm, string>> = {
  schedule: 'Schedule',
  timezone: 'Time zone',
  endsAt: 'Ends',
  webhook: 'Webhook',
  input: 'Input',
};

export function CronDialog(props: CronDialogProps) {
  const { connectionId, serverName, cron, assistants, onClose, onSaved } = props;
  const [assistantId, setAssistantId] = useState(props.assistantId ?? assistants[0]?.assistantId ?? '');
  const saved = cronForm(cron);
  const rebased = useRebasedForm(saved);
  const { form, setForm, conflicts } = rebased;
  const [threadId, setThreadId] = useState('');
  const [openedAt] = useState(Date.now);
  const set = (member: keyof CronForm) => (text: string) => setForm({ ...form, [member]: text });
  const create = useCreateCron(connectionId);
  const update = useUpdateCron(connectionId);
  const save = cron === null ? create : update;
  const settings = cronSettings(form, cron);
  const savedSettings = cronSettings(saved, cron);
  const changes = changedSettings(settings, savedSettings);
  const { data: reading, isFetching } = useScheduleReading(settings.schedule, settings.timezone, null);
  const problems = {
    endsAt: endProblem(form, openedAt),
    webhook: webhookProblem(form, cron),
    input: objectProblem(form.input),
  };
  const isChanged = JSON.stringify(form) !== JSON.stringify(saved) || threadId !== '';
  const leaving = useConfirmLeave(isChanged, onClose);
  const isReady =
    reading?.problem === null &&
    conflicts.length === 0 &&
    Object.values(problems).every((problem) => problem === null) &&
    (cron === null ? assistantId !== '' : Object.keys(changes).length > 0);
  const submit = (): void => {
    const done = { onSuccess: onSaved };
    if (cron === null)
      create.mutate({ connectionId, assistantId, threadId: threadId.trim() || null, settings }, done);
    else {
      const { cronId } = cron;
      update.mutate(
        { connectionId, cronId, settings: changes, expected: expectedOf(changes, savedSettings) },
        done,
      );
    }
  };
  return (
    <EditDialog
      width={560}
      title={cron === null ? 'New cron' : 'Edit cron'}
      description={
        <>
          <strong>{serverName}</strong> runs it on its own, even while the studio is closed.
        </>
      }
      leaving={leaving}
      confirmLabel={cron === null ? 'Create cron' : 'Save'}
      isReady={isReady}
      busy={save.isPending ? 'Saving' : null}
      onConfirm={submit}
    >
      <div className={styles.form}>
        {cron === null ? (
          <div className={styles.choice}>
            <span className={styles.label}>Assistant</span>
            <Select
              wide
              label="Assistant"
              value={assistantId}
              onChange={setAssistantId}
              options={assistants.map(({ assistantId: id, name, graphId }) => ({
                value: id,
                label: name,
                detail: graphId,
              }))}
            />
          </div>
        ) : null}
        <TextField
          mono
          label="Schedule"
          hint={reading?.words ?? 'Minute, hour, day, month, weekday.'}
          error={isFetching ? null : (reading?.problem ?? null)}
          value={form.schedule}
          maxLength={200}
          onChange={set('schedule')}
        />
        <TextField
          mono
          label="Time zone"
          hint="An IANA name, such as Europe/Berlin. Leave it empty for UTC."
          value={form.timezone}
          maxLength={100}
          onChange={set('timezone')}
        />
        {reading === undefined || reading.problem !== null ? null : (
          <NextTimes reading={reading} timezone={settings.timezone} />
        )}
        {cron === null ? (
          <TextField
            mono
            label="Thread ID (optional)"
            hint="All runs share this thread. Leave it empty to give each run its own."
            value={threadId}
            onChange={setThreadId}
          />
        ) : null}
        <TextField
          type="datetime-local"
          label="Ends (optional)"
          hint="In this computer's time zone. It does not run after this time."
          error={problems.endsAt}
          value={form.endsAt}
          onChange={set('endsAt')}
        />
        <TextField
          mono
          label="Webhook (optional)"
          hint="The server sends the result of each run to this address."
          error={problems.webhook}
          value={form.webhook}
          maxLength={2048}
          onChange={set('webhook')}
        />
        <Field label="Input" error={problems.input}>
          {() => (
            <JsonEditor
              label="Input"
              value={form.input}
              onChange={set('input')}
              minHeight={72}
              maxHeight={220}
            />
          )}
        </Field>
        <FormConflicts rebased={rebased} saved={saved} labels={fieldLabels} />
        {save.error && conflicts.length === 0 ? (
          <ErrorNotice action="Could not save the cron" error={save.error} />
        ) : null}
      </div>
    </EditDialog>
  );
}
