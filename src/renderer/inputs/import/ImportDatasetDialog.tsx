import { useState } from 'react';
import { exampleName, inputOfExample } from '../../../shared/inputs/dataset-example.ts';
import { inputPathOf, inputPathProblem, suggestInputName } from '../../../shared/inputs/input-path.ts';
import { maxExamplesLength, readExamples } from '../../../shared/inputs/read-examples.ts';
import { countOf } from '../../../shared/count-of.ts';
import { TextFileField } from '../../shared-ui/TextFileField.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { useConfirmLeave } from '../../ui/popups/use-confirm-leave.ts';
import { EditDialog } from '../../ui/resource-view/EditDialog.tsx';
import type { LoadedDataset } from './LangsmithDatasets.tsx';
import { LangsmithSource } from './LangsmithSource.tsx';
import { SaveExamplesDialog } from './SaveExamplesDialog.tsx';
import styles from './ImportDataset.module.css';

export interface ImportDatasetDialogProps {
  readonly connectionId: string;
  readonly graph: string | null;
  /** Of the existing inputs. */
  readonly paths: readonly string[];
  readonly folder: string;
  readonly onClose: () => void;
}

export function ImportDatasetDialog({
  connectionId,
  graph,
  paths,
  folder: inputsFolder,
  onClose,
}: ImportDatasetDialogProps) {
  const [source, setSource] = useState<'file' | 'langsmith'>('file');
  const [dataset, setDataset] = useState<LoadedDataset | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [folder, setFolder] = useState('');
  const [project, setProject] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const leaving = useConfirmLeave(dataset !== null, onClose);
  const examples = dataset?.examples ?? [];
  const hasIds = examples.some(({ id }) => id !== null);
  const folderProblem = folder.trim() === '' ? null : inputPathProblem(inputPathOf(folder, 'input'));

  const show = (loaded: LoadedDataset | null): void => {
    setDataset(loaded);
    if (loaded !== null) setFolder(suggestInputName(loaded.name));
  };
  const readFile = (text: string, fileName: string): void => {
    const parsed = readExamples(text);
    setProblem(parsed.problem);
    const name = fileName.replace(/\.[^.]*$/, '');
    show(parsed.problem === null ? { name, examples: parsed.examples, skipped: 0, isCut: false } : null);
  };

  if (isSaving) {
    return (
      <SaveExamplesDialog
        connectionId={connectionId}
        paths={paths}
        examples={examples.map((example) => ({
          name: exampleName(example),
          input: inputOfExample(example, { graph, project: project.trim() || null, isChecked }),
        }))}
        folder={folder}
        inputsFolder={inputsFolder}
        onClose={onClose}
      />
    );
  }
  return (
    <EditDialog
      title="Import a dataset"
      description="Each example of a LangSmith dataset becomes an input, with its outputs as the reference."
      width={600}
      leaving={leaving}
      unsaved="Nothing was imported."
      discardLabel="Cancel"
      confirmLabel={
        examples.length === 0 ? 'Continue' : `Continue with ${countOf(examples.length, 'example')}`
      }
      isReady={examples.length > 0 && folderProblem === null}
      busy={null}
      onConfirm={() => setSaving(true)}
    >
      <div className={styles.form}>
        <div className={styles.source}>
          <SegmentedControl
            label="Import from"
            value={source}
            onChange={(next) => {
              setSource(next);
              setDataset(null);
              setProblem(null);
            }}
            options={sources}
          />
        </div>
        {source === 'file' ? (
          <TextFileField
            label="Export of a dataset"
            hint="JSON lines, JSON or CSV, as LangSmith exports it. Nothing is sent anywhere."
            accept=".jsonl,.json,.csv,.ndjson,.txt"
            maxLength={maxExamplesLength}
            onText={readFile}
          />
        ) : (
          <LangsmithSource onRead={show} />
        )}
        {problem === null ? null : (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {dataset === null ? null : (
          <>
            <p role="status" className={styles.note}>
              {summaryOf(dataset)}
            </p>
            <TextField
              label="Folder"
              value={folder}
              onChange={setFolder}
              placeholder="none"
              maxLength={250}
              error={folderProblem}
            />
            <Switch
              label="Check the outputs"
              hint="Each member of an example’s outputs becomes a check that the state has an equal one."
              checked={isChecked}
              onChange={setChecked}
            />
            <TextField
              label="LangSmith project for their runs (optional)"
              value={project}
              onChange={setProject}
              maxLength={200}
              disabled={!hasIds}
              hint={
                hasIds
                  ? 'Runs of these inputs ask their server to trace them to this project, as runs of their example. It does so with its own key for LangSmith, if it has one.'
                  : 'These examples have no IDs that runs could name.'
              }
            />
          </>
        )}
      </div>
    </EditDialog>
  );
}

const sources = [
  { value: 'file', label: 'A file' },
  { value: 'langsmith', label: 'LangSmith' },
] as const;

function summaryOf({ name, examples, skipped, isCut }: LoadedDataset): string {
  const left = skipped === 0 ? '' : ` ${countOf(skipped, 'example')} can’t be inputs and are left out.`;
  const cut = isCut ? ' It may have more, which are too many to import at once.' : '';
  return `${countOf(examples.length, 'example')} of ${name}.${left}${cut}`;
}
