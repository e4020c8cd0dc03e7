import { FileInput } from 'lucide-react';
import { InputsView } from '../../inputs/InputsView.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import list from '../../ui/layout/ListDetail.module.css';
import type { Workbench } from '../workbench/use-workbench.ts';

/** The inputs of the selected server. */
export function InputsPane({ workbench }: { readonly workbench: Workbench }) {
  const { connectionId } = workbench.selection;
  if (connectionId === null) {
    return (
      <div className={list.view}>
        <EmptyState
          icon={<FileInput size={20} aria-hidden />}
          title="No server"
          sentence="Select a server in the top bar to see its inputs."
        />
      </div>
    );
  }
  return (
    <InputsView
      key={connectionId}
      connectionId={connectionId}
      serverName={workbench.server?.connection.name ?? 'This server'}
      assistant={workbench.assistant}
      switcher={null}
      renderRun={() => null}
      renderActions={() => null}
    />
  );
}
