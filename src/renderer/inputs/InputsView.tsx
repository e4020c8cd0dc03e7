import { clsx } from 'clsx';
import { Database, FileInput, FolderOpen, ListChecks, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { InputFile, InputList } from '../../shared/model/input-file.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import { useChooseFolder } from '../shared-ui/use-choose-folder.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { shareUpTo } from '../ui/controls/SplitPane.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ListSelection } from '../ui/resource-view/ListSelection.tsx';
import { LoadedResource } from '../ui/resource-view/LoadedResource.tsx';
import { PaneSearch } from '../ui/resource-view/PaneSearch.tsx';
import view from '../ui/resource-view/resource-view.module.css';
import { ReadError, ResourceHeader } from '../ui/resource-view/ResourceHeader.tsx';
import { ResourceRows } from '../ui/resource-view/ResourceRows.tsx';
import { ResourceView } from '../ui/resource-view/ResourceView.tsx';
import { lazyOverlay } from '../ui/lazy-view.tsx';
import { useResourceList } from '../ui/resource-view/use-resource-list.ts';
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
    description: `Inputs of ${serverName} are saved in an “inputs” folder inside it. Choose the project’s folder, so that they are versioned with it.`,
    onChoose: (folder) => chooseFolder.mutateAsync({ connectionId, folder }),
  });
  if (data?.folder) {
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
  return (
    <section className={clsx(view.view, styles.noFolder)} aria-label="Inputs">
      <ResourceHeader title="Inputs" count={undefined} />
      <div className={view.filters}>{switcher}</div>
      <LoadedResource
        data={data}
        error={error}
        loading="Loading inputs"
        failed="Could not load inputs"
        onRetry={() => void refetch()}
      >
        {() => (
          <EmptyState
            icon={<FolderOpen size={20} aria-hidden />}
            title="No folder for inputs"
            sentence={`Inputs are files that can be run again and checked. ${serverName} does not belong to a project that is opened here, so choose where to save them.`}
            action={<Button onClick={choose}>Choose folder</Button>}
          />
        )}
      </LoadedResource>
      {dialog}
    </section>
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
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isImporting, setImporting] = useState(false);
  const list = useResourceList(inputs.files, { keyOf: pathOf, textOf: pathOf });
  const { items, openItem, selection } = list;
  const selected = list.selected.map(pathOf);
  return (
    <>
      <ResourceView
        label="Inputs"
        columns={columns()}
        list={list}
        header={
          <>
            <ResourceHeader
              title="Inputs"
              count={inputs.files.length}
              isCut={inputs.isCut}
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
                    disabled={items.length === 0}
                    icon={<ListChecks size={14} aria-hidden />}
                    onClick={() =>
                      selection.chosen === null ? selection.start(openItem?.path ?? '') : selection.stop()
                    }
                  />
                  <IconButton
                    size="small"
                    label="Import a dataset"
                    icon={<Database size={14} aria-hidden />}
                    onClick={() => setImporting(true)}
                  />
                  <Button
                    className={view.sign}
                    size="small"
                    icon={<Plus size={14} aria-hidden />}
                    onClick={() => setAsked({ kind: 'new', paths: [] })}
                  >
                    New
                  </Button>
                  {renderRun(items.map(pathOf), list.search.trim() === '' ? 'Run all' : 'Run these')}
                </>
              }
            />
            <div className={view.filters}>{switcher}</div>
            <PaneSearch label="Search inputs" placeholder="Search name or folder" list={list} />
            <ListSelection label="Selected inputs" list={list}>
              {renderRun(selected, 'Run selected')}
              <IconButton
                size="small"
                label="Delete the selected inputs"
                disabled={selected.length === 0}
                icon={<Trash2 size={14} aria-hidden />}
                onClick={() => setAsked({ kind: 'delete', paths: selected })}
              />
            </ListSelection>
            <ReadError error={error} failed="Could not load inputs" hasData />
          </>
        }
        footer={
          <p className={view.note}>
            {inputs.isCut ? `The first ${inputs.files.length.toLocaleString('en')} of ` : ''}
            <code className={styles.folder}>{inputs.folder?.folder}</code>
          </p>
        }
        noDetail={{
          icon: <FileInput size={20} aria-hidden />,
          title: 'No input selected',
          sentence: 'An input is a file that can be run again, with checks on the result.',
        }}
        renderDetail={({ path }) => (
          <InputDetail
            connectionId={connectionId}
            path={path}
            onRename={() => setAsked({ kind: 'rename', paths: [path] })}
            onDuplicate={() => setAsked({ kind: 'duplicate', paths: [path] })}
            onDelete={() => setAsked({ kind: 'delete', paths: [path] })}
            actions={
              <>
                {renderActions(path)}
                {renderRun([path], 'Run')}
              </>
            }
          />
        )}
      >
        <ResourceRows
          label="Inputs"
          {...list.rows}
          isStale={error !== null}
          empty={
            inputs.files.length > 0
              ? { title: 'No matching inputs', sentence: 'Change the search text.' }
              : {
                  title: 'No inputs',
                  sentence:
                    'Create one, or use “Add to inputs” on a run, a node or a checkpoint, or import a dataset.',
                }
          }
          // A row that is added to the selection is shown, too.
          onSelect={(file, range) => {
            list.show(file.path);
            list.rows.onSelect(file, range);
          }}
          onRowKey={({ path }, key) => {
            if (key !== 'F2' && key !== 'Delete') return false;
            setAsked({ kind: key === 'F2' ? 'rename' : 'delete', paths: [path] });
            return true;
          }}
          render={(file) => <InputRow connectionId={connectionId} file={file} />}
        />
      </ResourceView>
      {isImporting ? (
        <LazyImportDataset
          connectionId={connectionId}
          graph={assistant?.graphId ?? null}
          paths={inputs.files.map(pathOf)}
          folder={inputs.folder?.folder ?? ''}
          onClose={() => setImporting(false)}
        />
      ) : null}
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
            list.setSearch('');
            list.show(path);
          }}
        />
      )}
    </>
  );
}

const LazyImportDataset = lazyOverlay(
  async () => (await import('./import/ImportDatasetDialog.tsx')).ImportDatasetDialog,
  ({ onClose }) => onClose(),
);

const columns = () => ({
  id: 'inputs.columns',
  list: { id: 'inputs', size: shareUpTo(38, 600), minSize: 300 },
  detail: { id: 'input', minSize: 340 },
});

function pathOf({ path }: InputFile): string {
  return path;
}
