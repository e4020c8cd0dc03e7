import { useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { parseInput } from '../../shared/inputs/parse-input.ts';
import { functionName, writePytest } from '../../shared/code/write-pytest.ts';
import { writeVitest } from '../../shared/code/write-vitest.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { showToast } from '../ui/popups/toast-store.ts';
import { useInput, useSaveTest } from './queries.ts';
import styles from './InputsView.module.css';

export interface RegressionTestDialogProps {
  readonly connectionId: string;
  readonly path: string;
  // The assistant and graph that the test runs if the input names none.
  readonly assistantId: string | null;
  readonly graphId: string | null;
  readonly url: string;
  readonly onClose: () => void;
}

type Language = 'vitest' | 'pytest';

const languages: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'vitest', label: 'TypeScript (vitest)' },
  { value: 'pytest', label: 'Python (pytest)' },
];

export function RegressionTestDialog(props: RegressionTestDialogProps) {
  const { connectionId, path, assistantId, graphId, url, onClose } = props;
  const [language, setLanguage] = useState<Language>('vitest');
  const { data, error } = useInput(connectionId, path);
  const save = useSaveTest();
  const { input, problem } = data ? parseInput(data.text) : { input: null, problem: null };
  const graph = input?.graph ?? graphId;
  const source =
    input === null || graph === null
      ? null
      : { name: path, input, assistantId: input.assistant ?? assistantId ?? graph, graphId: graph, url };
  const test = source && (language === 'vitest' ? writeVitest(source) : writePytest(source));
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
  const stem = path.slice(folder.length).replace(/\.json$/, '');
  const testPath = `${folder}${language === 'vitest' ? `${stem}.test.ts` : `${functionName(stem).slice(0, 70)}.py`}`;
  const isThere = save.error instanceof AppError && save.error.code === 'conflict';
  const write = (isReplaced: boolean): void => {
    if (test === null) return;
    save.mutate(
      { connectionId, path: testPath, text: test.text, isReplaced },
      {
        onSuccess: () => {
          showToast(`Saved ${testPath}.`, 'ok');
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Regression test of ${stem}`}
      description="A plain test that uses the public client. It runs the input on a new thread and asserts its checks."
      width={760}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {test === null ? null : <CopyButton label="Copy test" text={test.text} />}
          <Button
            variant={isThere ? 'danger' : 'primary'}
            disabled={test === null}
            busy={save.isPending ? 'Saving' : null}
            onClick={() => write(isThere)}
          >
            {isThere ? 'Overwrite file' : 'Save next to the input'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <SegmentedControl
          label="Language"
          value={language}
          onChange={(next) => {
            save.reset();
            setLanguage(next);
          }}
          options={languages}
        />
        {error ? <ErrorNotice action={null} error={error} /> : null}
        {problem === null ? null : (
          <p role="alert" className={styles.problem}>
            {`Line ${problem.line}, column ${problem.column}: ${problem.message}`}
          </p>
        )}
        {input !== null && graph === null ? (
          <p role="alert" className={styles.problem}>
            The input does not specify a graph. Select an assistant, or add “graph” to its file.
          </p>
        ) : null}
        {!data && !error ? <Loading>Reading the input</Loading> : null}
        {test === null ? null : (
          <>
            <p className={styles.quiet}>{`${testPath}. ${test.notes.join(' ')}`}</p>
            <CodeText label="Preview of the test" text={test.text} maxHeight={360} />
          </>
        )}
        {save.error ? <ErrorNotice action={null} error={save.error} /> : null}
      </div>
    </Dialog>
  );
}
