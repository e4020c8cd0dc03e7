import { FolderCode, FolderOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Project } from '../../shared/model/project.ts';
import { useCommandHandler } from '../commands/command-queue.ts';
import { useChooseFolder } from '../domain/folders/use-choose-folder.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { ListDetail } from '../ui/layout/ListDetail.tsx';
import { PaneHeader } from '../ui/layout/Toolbar.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { NewProjectDialog } from './NewProjectDialog.tsx';
import { ProjectDetail } from './ProjectDetail.tsx';
import { stateTones } from './project-labels.ts';
import { useOpenProject, useProjects } from './queries.ts';
import list from '../ui/layout/ListDetail.module.css';
import styles from './ProjectsView.module.css';

export interface ProjectsViewProps {
  readonly onReady: (connectionId: string) => void;
  readonly onShowGraphs: (connectionId: string) => void;
}

export function ProjectsView({ onReady, onShowGraphs }: ProjectsViewProps) {
  const { item, error } = useProjects();
  const [shownId, setShownId] = useState<string | null>(null);
  const [isCreating, setCreating] = useState(false);
  const open = useOpenProject();
  useCommandHandler('show-project', ({ projectId }) => setShownId(projectId));
  const { choose: openFolder, dialog } = useChooseFolder({
    title: 'Open folder',
    description:
      'The folder of a LangGraph project on this machine, which contains langgraph.json. Opening it starts nothing.',
    confirmLabel: 'Open',
    onChoose: async (folder) => setShownId((await open.mutateAsync(folder)).id),
  });

  if (item === null) {
    return error ? (
      <div className={list.centered}>
        <ErrorNotice action="Could not load the projects" error={error} />
      </div>
    ) : (
      <Loading fill>Loading projects</Loading>
    );
  }
  const { projects, notice } = item;
  const shown = projects.find(({ id }) => id === shownId) ?? projects[0] ?? null;
  const showNew = (id: string): void => {
    setCreating(false);
    setShownId(id);
  };
  return (
    <>
      <ListDetail
        label="Projects"
        id="projects.columns"
        list={{ id: 'list', size: 320, minSize: 220 }}
        detail={{ id: 'detail', minSize: 360 }}
        header={
          <>
            <PaneHeader
              title="Projects"
              note={projects.length}
              actions={
                <>
                  <Button size="small" icon={<FolderOpen size={13} aria-hidden />} onClick={openFolder}>
                    Open folder
                  </Button>
                  <IconButton
                    size="small"
                    label="New project"
                    icon={<Plus size={14} aria-hidden />}
                    onClick={() => setCreating(true)}
                  />
                </>
              }
            />
            {notice === null ? null : (
              <p className={styles.notice} role="status">
                {notice}
              </p>
            )}
          </>
        }
        shown={
          shown ? (
            <ProjectDetail key={shown.id} project={shown} onReady={onReady} onShowGraphs={onShowGraphs} />
          ) : (
            <EmptyState
              icon={<FolderCode size={20} aria-hidden />}
              title="Run a project of your own"
              sentence="Open a folder with a langgraph.json. Its development server starts when you press Start, with the CLI that the project has installed."
              action={
                <div className={styles.firstActions}>
                  <Button variant="primary" onClick={openFolder}>
                    Open folder
                  </Button>
                  <Button onClick={() => setCreating(true)}>New project</Button>
                </div>
              }
            />
          )
        }
      >
        {projects.length === 0 ? (
          <EmptyState compact title="No projects" sentence="Opened folders are listed here." />
        ) : (
          <Listbox
            label="Projects"
            items={projects}
            keyOf={({ id }) => id}
            selectedKey={shown?.id ?? null}
            onSelect={({ id }) => setShownId(id)}
            render={(project) => <ProjectRow project={project} />}
          />
        )}
      </ListDetail>
      {dialog}
      {isCreating ? <NewProjectDialog onClose={() => setCreating(false)} onCreated={showNew} /> : null}
    </>
  );
}

function ProjectRow({ project: { name, folder, status, problems } }: { readonly project: Project }) {
  const isBroken = status.state === 'stopped' && problems.some(({ severity }) => severity === 'error');
  return (
    <div className={styles.row}>
      <span className={list.name}>{name}</span>
      <span className={styles.state}>
        <Chip tone={isBroken ? 'wait' : stateTones[status.state]}>
          {isBroken ? 'not ready to start' : status.state}
        </Chip>
      </span>
      <span className={styles.folder} title={folder}>
        {folder}
      </span>
    </div>
  );
}
