import { FolderCode, FolderOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Project } from '../../shared/model/project.ts';
import { useCommandHandler } from '../commands/command-queue.ts';
import { useChooseFolder } from '../shared-ui/use-choose-folder.tsx';
import { useCallMutation } from '../queries/use-call.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { ListRow } from '../ui/resource-view/ListRow.tsx';
import { LoadedResource } from '../ui/resource-view/LoadedResource.tsx';
import { ResourceHeader } from '../ui/resource-view/ResourceHeader.tsx';
import { ResourceRows } from '../ui/resource-view/ResourceRows.tsx';
import { ResourceView } from '../ui/resource-view/ResourceView.tsx';
import { useResourceList } from '../ui/resource-view/use-resource-list.ts';
import { NewProjectDialog } from './NewProjectDialog.tsx';
import { ProjectDetail } from './ProjectDetail.tsx';
import { stateTones } from './project-labels.ts';
import { useProjects } from './queries.ts';
import styles from './ProjectsView.module.css';

export interface ProjectsViewProps {
  readonly onReady: (connectionId: string) => void;
  readonly onShowGraphs: (connectionId: string) => void;
}

export function ProjectsView({ onReady, onShowGraphs }: ProjectsViewProps) {
  const { item, error } = useProjects();
  const list = useResourceList(item?.projects ?? none, { keyOf });
  const [isCreating, setCreating] = useState(false);
  const open = useCallMutation('projects.open');
  useCommandHandler('show-project', ({ projectId }) => list.show(projectId));
  const { choose: openFolder, dialog } = useChooseFolder({
    title: 'Open folder',
    description:
      'The folder of a LangGraph project on this machine, which contains langgraph.json. Opening it starts nothing.',
    confirmLabel: 'Open',
    onChoose: async (folder) => list.show((await open.mutateAsync({ folder })).id),
  });
  return (
    <LoadedResource data={item} error={error} loading="Loading projects" failed="Could not load projects">
      {({ projects, notice }) => (
        <>
          <ResourceView
            label="Projects"
            columns={columns}
            list={list}
            header={
              <>
                <ResourceHeader
                  title="Projects"
                  count={projects.length}
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
            renderDetail={(project) => (
              <ProjectDetail project={project} onReady={onReady} onShowGraphs={onShowGraphs} />
            )}
            noDetail={{
              icon: <FolderCode size={20} aria-hidden />,
              title: 'Run a project of your own',
              sentence:
                'Open a folder with a langgraph.json. Its development server starts when you press Start, with the CLI that the project has installed.',
              action: (
                <div className={styles.firstActions}>
                  <Button variant="primary" onClick={openFolder}>
                    Open folder
                  </Button>
                  <Button onClick={() => setCreating(true)}>New project</Button>
                </div>
              ),
            }}
          >
            <ResourceRows
              label="Projects"
              {...list.rows}
              empty={{ title: 'No projects', sentence: 'Opened folders are listed here.' }}
              render={(project) => <ProjectRow project={project} />}
            />
          </ResourceView>
          {dialog}
          {isCreating ? (
            <NewProjectDialog
              onClose={() => setCreating(false)}
              onCreated={(id) => {
                setCreating(false);
                list.show(id);
              }}
            />
          ) : null}
        </>
      )}
    </LoadedResource>
  );
}

const columns = {
  id: 'projects.columns',
  list: { id: 'list', size: 320, minSize: 220 },
  detail: { id: 'detail', minSize: 360 },
};

const none: readonly Project[] = [];

function keyOf({ id }: Project): string {
  return id;
}

function ProjectRow({ project: { name, folder, status, problems } }: { readonly project: Project }) {
  const isBroken = status.state === 'stopped' && problems.some(({ severity }) => severity === 'error');
  return (
    <ListRow
      name={name}
      end={
        <Chip tone={isBroken ? 'wait' : stateTones[status.state]}>
          {isBroken ? 'not ready to start' : status.state}
        </Chip>
      }
      second={
        <span className={styles.folder} title={folder}>
          {folder}
        </span>
      }
    />
  );
}
