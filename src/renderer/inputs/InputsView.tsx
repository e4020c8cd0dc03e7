import { FileInput, FolderOpen, ListChecks, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { InputList } from '../../shared/model/inputs/input-file.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import { useChooseFolder } from '../domain/folders/use-choose-folder.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import list from '../ui/layout/ListDetail.module.css';
import { ListDetail } from '../ui/layout/ListDetail.tsx';
import { PaneSearch } from '../ui/layout/PaneSearch.tsx';
import { PaneHeader } from '../ui/layout/Toolbar.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { ListSelection } from '../ui/lists/ListSelection.tsx';
import { useMultiSelect } from '../ui/lists/use-multi-select.ts';
import { DeleteInputsDialog } from './DeleteInputsDialog.tsx';
import { InputDetail } from './InputDetail.tsx';
import { InputRow } from './InputRow.tsx';
import { NamingDialog } from './NamingDialog.tsx';
import { useChooseInputFolder, useInputs } from './queries.ts';
import styles from './InputsView.module.css';

export interface InputsViewProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly assistant: Assistant | null;
  readonly switcher: ReactNode;
  readonly renderRun: (paths: readonly string[], label: string) => ReactNode;
  readonly renderActions: (path: string) => ReactNode;
}

export function InputsView(props: InputsViewProps) {
  const { connectionId, serverName, switcher } = props;
  const { data, error, refetch } = useInputs(connectionId);
  const chooseFolder = useChooseInputFolder(connectionId);
  const { choose, dialog } = useChooseFolder({
    title: 'Folder for inputs',
    description: `Inputs of ${serverName} are kept in a folder “inputs” inside it: best that of the project, so that they are versioned with it.`,
    onChoose: (folder) => chooseFolder.mutateAsync(folder),
  });
  if (!data) {
    return (
      <section className={list.view} aria-label="Inputs">
        <div className={list.filters}>{switcher}</div>
        {error ? (
          <div className={list.centered}>
            <ErrorNotice action="Could not load inputs" error={error} onRetry={() => void refetch()} />
          </div>
        ) : (
          <Loading fill>Loading inputs</Loading>
        )}
      </section>
    );
  }
  if (data.folder === null) {
    return (
      <section className={list.view} aria-label="Inputs">
        <div className={list.filters}>{switcher}</div>
        <EmptyState
          icon={<FolderOpen size={20} aria-hidden />}
          title="No folder for inputs"
          sentence={`Inputs are files that can be run again and checked. ${serverName} belongs to no project that is opened here, so choose where they are kept.`}
          action={<Button onClick={choose}>Choose folder</Button>}
        />
        {dialog}
      </section>
    );
  }
  return (
    <>
      <Inputs
        {...props}
        inputs={data}
        error={error}
        onChooseFolder={data.folder.origin === 'chosen' ? choose : null}
      />
      {dialog}
    </>
  );
}

interface LoadedInputsProps extends InputsViewProps {
  readonly inputs: InputList;
  readonly error: Error | null;
  readonly onChooseFolder: (() => void) | null;
}

type Asked = { readonly kind: 'new' | 'rename' | 'duplicate' | 'delete'; readonly paths: readonly string[] };

function Inputs(props: LoadedInputsProps) {
  const { connectionId, assistant, switcher, renderRun, renderActions, inputs, error, onChooseFolder } =
    props;
  const [search, setSearch] = useState('');
  const [shownPath, setShownPath] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const wanted = search.trim().toLowerCase();
  const files = useMemo(
    () => inputs.files.filter(({ path }) => path.toLowerCase().includes(wanted)),
    [inputs.files, wanted],
  );
  const paths = useMemo(() => files.map(({ path }) => path), [files]);
  const selection = useMultiSelect(paths);
  const chosen = selection.chosen === null ? [] : paths.filter((path) => selection.chosen?.has(path));
  const shown = files.find(({ path }) => path === shownPath) ?? files[0] ?? null;
  return (
    <>
      <ListDetail
        label="Inputs"
        id="inputs.columns"
        list={{ id: 'inputs', size: '38%', minSize: 300 }}
        detail={{ id: 'input', minSize: 340 }}
        header={
          <>
            <PaneHeader
              title="Inputs"
              note={`${inputs.files.length.toLocaleString('en')}${inputs.isCut ? '+' : ''}`}
              actions={
                <>
                  {onChooseFolder === null ? null : (
                    <IconButton
                      size="small"
                      label="Choose another folder"
                      icon={<FolderOpen size={14} aria-hidden />}
                      onClick={onChooseFolder}
                    />
                  )}
                  <IconButton
                    size="small"
                    label="Select multiple"
                    pressed={selection.chosen !== null}
                    disabled={files.length === 0}
                    icon={<ListChecks size={14} aria-hidden />}
                    onClick={() =>
                      selection.chosen === null ? selection.start(shown?.path ?? '') : selection.stop()
                    }
                  />
                  <Button
                    size="small"
                    icon={<Plus size={14} aria-hidden />}
                    onClick={() => setAsked({ kind: 'new', paths: [] })}
                  >
                    New
                  </Button>
                  {renderRun(paths, wanted === '' ? 'Run all' : 'Run these')}
                </>
              }
            />
            <div className={list.filters}>{switcher}</div>
            <PaneSearch
              label="Search inputs"
              placeholder="Search name or folder"
              value={search}
              onChange={setSearch}
            />
            <ListSelection label="Selected inputs" selection={selection} count={chosen.length}>
              {renderRun(chosen, 'Run selected')}
              <IconButton
                size="small"
                label="Delete the selected inputs"
                disabled={chosen.length === 0}
                icon={<Trash2 size={14} aria-hidden />}
                onClick={() => setAsked({ kind: 'delete', paths: chosen })}
              />
            </ListSelection>
            {error ? <ErrorNotice action="Could not refresh" error={error} /> : null}
          </>
        }
        footer={
          <p className={list.note}>
            {inputs.isCut ? `The first ${inputs.files.length.toLocaleString('en')} of ` : ''}
            <code className={styles.folder}>{inputs.folder?.folder}</code>
          </p>
        }
        shown={
          shown === null ? (
            <EmptyState
              icon={<FileInput size={20} aria-hidden />}
              title="No input selected"
              sentence="An input is a file that can be run again, with checks on the result."
            />
          ) : (
            <InputDetail
              key={shown.path}
              connectionId={connectionId}
              path={shown.path}
              onRename={() => setAsked({ kind: 'rename', paths: [shown.path] })}
              onDuplicate={() => setAsked({ kind: 'duplicate', paths: [shown.path] })}
              onDelete={() => setAsked({ kind: 'delete', paths: [shown.path] })}
              actions={
                <>
                  {renderActions(shown.path)}
                  {renderRun([shown.path], 'Run')}
                </>
              }
            />
          )
        }
      >
        {files.length === 0 ? (
          <EmptyState
            compact
            title={wanted === '' ? 'No inputs' : 'No input matches'}
            sentence={
              wanted === ''
                ? 'Create one, or use “Add to inputs” at a run, a node or a checkpoint.'
                : 'Change the text.'
            }
          />
        ) : (
          <Listbox
            label="Inputs"
            items={files}
            keyOf={pathOf}
            selectedKey={shown?.path ?? null}
            selectedKeys={selection.chosen}
            onSelect={({ path }, range) => {
              setShownPath(path);
              if (selection.chosen !== null) selection.toggle(path, range);
            }}
            onRowKey={({ path }, key) => {
              if (key !== 'F2' && key !== 'Delete') return false;
              setAsked({ kind: key === 'F2' ? 'rename' : 'delete', paths: [path] });
              return true;
            }}
            render={(file) => <InputRow connectionId={connectionId} file={file} />}
          />
        )}
      </ListDetail>
      {asked === null ? null : asked.kind === 'delete' ? (
        <DeleteInputsDialog
          connectionId={connectionId}
          paths={asked.paths}
          onClose={() => setAsked(null)}
          onDeleted={selection.stop}
        />
      ) : (
        <NamingDialog
          connectionId={connectionId}
          kind={asked.kind}
          path={asked.paths[0] ?? null}
          graph={assistant?.graphId ?? null}
          onClose={() => setAsked(null)}
          onDone={(path) => {
            setAsked(null);
            setSearch('');
            setShownPath(path);
          }}
        />
      )}
    </>
  );
}

function pathOf({ path }: { readonly path: string }): string {
  return path;
}
