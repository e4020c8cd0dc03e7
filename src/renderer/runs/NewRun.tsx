import { FileJson, History } from 'lucide-react';
import { useState } from 'react';
import { compactJson } from '../../exact-json/format.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import { draftKey, useDraft } from '../client/drafts.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { JsonEditor } from '../ui/JsonEditor.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import type { ComposerProps } from './composer-props.ts';
import { schemaTemplate } from '../ui/schema-form/schema-template.ts';
import { jsonProblem } from './json-problem.ts';
import { readPastInputs } from './past-inputs.ts';
import { useSchemas } from './queries.ts';
import styles from './Runs.module.css';

export type NewRunProps = Pick<
  ComposerProps,
  | 'connectionId'
  | 'threadId'
  | 'checkpointId'
  | 'waiting'
  | 'running'
  | 'starting'
  | 'problem'
  | 'onRun'
  | 'onNewest'
> & { readonly assistant: Assistant };

/** The input of a new run. */
export function NewRun(props: NewRunProps) {
  const { connectionId, assistant, threadId, checkpointId, waiting, running, starting, problem, onRun } =
    props;
  const { assistantId } = assistant;
  const schemas = useSchemas(connectionId, assistantId);
  const [draft, setDraft] = useDraft(draftKey('input', connectionId, assistantId));
  const [past, setPast] = useState(() => readPastInputs(connectionId, assistantId));
  const schemaText = schemas.data?.inputText ?? null;
  const text = draft ?? past[0] ?? (schemas.isPending ? '' : schemaTemplate(schemaText, false));
  const wrong = schemas.isPending && text === '' ? null : jsonProblem(text);
  const isReady = wrong === null && text !== '' && !running;

  const run = (): void => {
    if (!isReady || starting) return;
    onRun({ kind: 'input', inputText: text }, checkpointId);
  };
  return (
    <>
      {waiting && waiting.interrupts.length > 0 ? (
        <p className={styles.warning}>
          This thread waits for an answer. A new run discards what waits in {waiting.next.join(', ')}.
        </p>
      ) : null}
      {checkpointId === null ? null : <FromCheckpoint {...props} checkpointId={checkpointId} />}
      <div className={styles.editor}>
        <JsonEditor label="Input" value={text} onChange={setDraft} onSubmit={run} />
      </div>
      {wrong === null ? null : (
        <p className={styles.problem} role="status">
          {wrong}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          variant={waiting && !waiting.failed ? 'plain' : 'primary'}
          kbd="Mod+Enter"
          disabled={!isReady}
          title={running ? 'A run is under way' : undefined}
          busy={starting ? 'Starting' : null}
          onClick={run}
        >
          Run
        </Button>
        <Button
          variant="ghost"
          icon={<FileJson size={14} aria-hidden />}
          title="Every member of the input, empty or with its default"
          onClick={() => setDraft(schemaTemplate(schemaText, true))}
        >
          Template
        </Button>
        {past.length === 0 ? null : (
          <Menu
            trigger={
              <Button
                variant="ghost"
                icon={<History size={14} aria-hidden />}
                onPointerDown={() => setPast(readPastInputs(connectionId, assistantId))}
              >
                Past
              </Button>
            }
            width={300}
          >
            {past.map((one) => (
              <MenuItem key={one} onSelect={() => setDraft(one)}>
                {shortJson(one)}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {threadId === null ? <p className={styles.quiet}>The run gets a thread of its own.</p> : null}
      {problem ? <ErrorNote error={problem} onRetry={run} /> : null}
    </>
  );
}

function FromCheckpoint({
  checkpointId,
  running,
  starting,
  onRun,
  onNewest,
}: NewRunProps & { readonly checkpointId: string }) {
  return (
    <div className={styles.from}>
      <p>
        Starts from checkpoint <code title={checkpointId}>{shortId(checkpointId)}</code>, not from the newest
        state. A fork is made; later checkpoints stay.
      </p>
      <div className={styles.actions}>
        <Button
          size="small"
          disabled={running}
          busy={starting ? 'Starting' : null}
          onClick={() => onRun({ kind: 'continue' }, checkpointId)}
        >
          Go on from it without input
        </Button>
        <Button size="small" variant="ghost" onClick={onNewest}>
          Use the newest
        </Button>
      </div>
    </div>
  );
}

/** Ids of checkpoints begin alike within one run: the end tells them apart. */
function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}

function shortJson(text: string): string {
  const line = compactJson(text);
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
