import { useChooseFolder } from '../shared-ui/use-choose-folder.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { useChooseInputFolder } from './queries.ts';

interface ChooseInputsFolderProps {
  readonly title: string;
  readonly connectionId: string;
  readonly serverName: string;
  readonly onClose: () => void;
}

// Asks where the inputs of a server are kept that belongs to no project.
export function ChooseInputsFolder({ title, connectionId, serverName, onClose }: ChooseInputsFolderProps) {
  const chooseFolder = useChooseInputFolder(connectionId);
  const { choose, dialog } = useChooseFolder({
    title: 'Folder for inputs',
    description: `Inputs of ${serverName} are saved in an “inputs” folder inside it.`,
    onChoose: (folder) => chooseFolder.mutateAsync({ connectionId, folder }),
  });
  return (
    <>
      <Dialog
        open={dialog === null}
        onOpenChange={(open) => (open ? undefined : onClose())}
        title={title}
        description={`Inputs are files. ${serverName} does not belong to a project that is opened here, so choose where to save them. The studio asks once for each server.`}
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" onClick={choose}>
              Choose folder
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
      {dialog}
    </>
  );
}
