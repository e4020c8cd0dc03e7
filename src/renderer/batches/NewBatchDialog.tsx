import { useMemo, useState } from 'react';
import type { Assistant } from '../../shared/model/assistant.ts';
import { mostBatchText, type BatchView } from '../../shared/model/runs/batch.ts';
import { useSchemas } from '../queries/shared-queries.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Field } from '../ui/controls/Field.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import { Dialog } from '../ui/feedback/Dialog.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { UnsavedNote } from '../ui/feedback/UnsavedNote.tsx';
import { useConfirmLeave } from '../ui/feedback/use-confirm-leave.ts';
import { columnTypes } from './column-types.ts';
import { parseTable } from './parse-table.ts';
import { useStartBatch } from './queries.ts';
import styles from './BatchesView.module.css';

interface NewBatchDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly assistant: Assistant;
  readonly onClose: () => void;
  readonly onStarted: (batch: BatchView) => void;
}

/** Rows whose inputs are shown before they are sent. */
const mostShown = 5;

/** A table of inputs for an assistant: pasted, or read from a file. */
export function NewBatchDialog(props: NewBatchDialogProps) {
  const { connectionId, serverName, assistant, onClose, onStarted } = props;
  const start = useStartBatch(connectionId);
  const schemas = useSchemas(connectionId, assistant.assistantId);
  const [name, setName] = useState(`${assistant.name} batch`);
  const [text, setText] = useState('');
  const [atOnce, setAtOnce] = useState('');
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const inputSchema = schemas.data?.inputText ?? null;
  const typesOf = useMemo(() => columnTypes(inputSchema), [inputSchema]);
  const table = useMemo(() => parseTable(text, typesOf), [text, typesOf]);
  const { isLeaving, leave } = useConfirmLeave(text !== '', onClose);
  const count = table.inputs.length;
  const atOnceProblem =
    atOnce === '' || (/^[1-9]\d?$|^100$/.test(atOnce) && Number(atOnce) > 0)
      ? null
      : 'A number from 1 to 100.';
  const canStart = count > 0 && table.problem === null && atOnceProblem === null && name.trim() !== '';
  const readFile = (file: File): void => {
    // A character takes at most four bytes.
    if (file.size > 4 * mostBatchText) {
      setFileProblem('This file is too large for a batch. Split it.');
      return;
    }
    file.text().then(setText, () => setFileProblem('The file could not be read. Choose it again.'));
  };
  const submit = (): void => {
    const batch = {
      assistantId: assistant.assistantId,
      graphId: assistant.graphId,
      name: name.trim(),
      inputs: table.inputs,
      atOnce: atOnce === '' ? null : Number(atOnce),
    };
    start.mutate(batch, { onSuccess: onStarted });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : leave())}
      title={`New batch with ${assistant.name}`}
      description={`Each row runs on a new thread of ${serverName}.`}
      width={680}
      footer={
        <>
          {isLeaving ? <UnsavedNote>The table is not sent.</UnsavedNote> : null}
          <Button onClick={leave}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!canStart}
            busy={start.isPending ? 'Starting' : null}
            onClick={submit}
          >
            {count === 1 ? 'Run 1 row' : `Run ${count.toLocaleString('en')} rows`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextField label="Name" value={name} onChange={setName} maxLength={200} />
        <Field
          label="Inputs"
          hint="Paste JSON lines, a JSON list, or a table with a header (CSV, or copied from a spreadsheet)."
          error={table.problem}
        >
          {(control) => (
            <textarea
              {...control}
              className={styles.table}
              rows={8}
              spellCheck={false}
              value={text}
              placeholder={'topic,pace\ntides,0\nmoons,0'}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Field label="Or read a file" error={fileProblem}>
          {(control) => (
            <input
              {...control}
              type="file"
              className={styles.file}
              accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                setFileProblem(null);
                if (file) readFile(file);
              }}
            />
          )}
        </Field>
        <TextField
          label="At most this many at a time"
          value={atOnce}
          onChange={setAtOnce}
          error={atOnceProblem}
          inputMode="numeric"
          placeholder="all"
          hint={
            atOnce === ''
              ? 'All rows go to the server, which queues them: the studio may be closed.'
              : 'Later rows follow as others end, while the studio is open.'
          }
        />
        {count === 0 ? null : (
          <div role="status" className={styles.preview}>
            <p className={styles.quiet}>
              {`${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'} of ${table.format ?? 'a table'}, sent as:`}
            </p>
            <CodeText
              label="The first inputs"
              text={table.inputs
                .slice(0, mostShown)
                .map((input) => input.slice(0, 300))
                .join('\n')}
              wrap
              maxHeight={120}
            />
          </div>
        )}
        {schemas.error ? (
          <ErrorNotice action="Could not load the input schema" error={schemas.error} />
        ) : null}
        {start.error ? <ErrorNotice action="Could not start the batch" error={start.error} /> : null}
      </div>
    </Dialog>
  );
}
