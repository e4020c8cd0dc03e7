import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { ProjectTemplate } from '../../shared/model/project.ts';
import { isWebHost } from '../rpc/open-port.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { FolderField } from '../shared-ui/FolderField.tsx';
import { useCallMutation } from '../queries/use-call.ts';
import list from '../ui/resource-view/resource-view.module.css';
import styles from './ProjectsView.module.css';

const templates: readonly {
  readonly id: ProjectTemplate;
  readonly name: string;
  readonly language: string;
  readonly text: string;
}[] = [
  {
    id: 'chat-javascript',
    name: 'Chat',
    language: 'JavaScript',
    text: 'Two nodes that answer messages, and a branch between them.',
  },
  {
    id: 'approval-javascript',
    name: 'Approval',
    language: 'JavaScript',
    text: 'Writes a text, asks a person (interrupt), and continues with the answer.',
  },
  {
    id: 'chat-python',
    name: 'Chat',
    language: 'Python',
    text: 'The same chat in Python.',
  },
];

interface NewProjectDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (projectId: string) => void;
}

// Writes a small project into an empty folder. Installs and starts nothing.
export function NewProjectDialog({ onClose, onCreated }: NewProjectDialogProps) {
  const create = useCallMutation('projects.create');
  const pick = useCallMutation('projects.pickFolder');
  const [template, setTemplate] = useState<ProjectTemplate>('chat-javascript');
  const [folder, setFolder] = useState('');
  const submit = (): void => create.mutate({ folder, template }, { onSuccess: ({ id }) => onCreated(id) });
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title="New project"
      width={560}
      description="A small graph to build on. It runs without a key. Files are written to an empty folder; nothing is installed or started."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={folder.trim() === ''}
            busy={create.isPending ? 'Creating' : null}
            onClick={submit}
          >
            Create project
          </Button>
        </>
      }
    >
      <form
        className={styles.newProject}
        onSubmit={(event) => {
          event.preventDefault();
          if (folder.trim() !== '') submit();
        }}
      >
        <fieldset className={styles.templates}>
          <legend>Template</legend>
          {templates.map(({ id, name, language, text }) => (
            <label key={id} className={styles.template}>
              <input
                type="radio"
                name="template"
                checked={template === id}
                onChange={() => setTemplate(id)}
              />
              <span>
                <strong>{name}</strong> {language}
                <span className={styles.templateText}>{text}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className={styles.folderRow}>
          <div className={list.grow}>
            <FolderField label="Folder" placeholder="~/code/my-agent" value={folder} onChange={setFolder} />
          </div>
          {isWebHost() ? null : (
            <Button
              icon={<FolderOpen size={13} aria-hidden />}
              onClick={() => pick.mutate({}, { onSuccess: ({ folder: path }) => path && setFolder(path) })}
            >
              Choose
            </Button>
          )}
        </div>
      </form>
      {(create.error ?? pick.error) ? <ErrorNotice action={null} error={create.error ?? pick.error} /> : null}
    </Dialog>
  );
}
