import {
  LazyAssistantModals,
  LazyBugReport,
  LazyConnectionDialog,
  LazyEditor,
  LazyLegend,
  LazyPalette,
  LazyPrices,
  LazyShortcuts,
} from './lazy-views.ts';
import { dispatch } from '../../commands/command-queue.ts';
import { useRunSession } from '../../runs/run-session.ts';
import { useUi, useUiStore, type AssistantModal, type ModalName } from '../ui-store.ts';
import { isSameServer } from '../../../shared/model/studio-link.ts';
import { openLink } from '../commands/use-studio-links.ts';
import { useWorkbench } from '../use-workbench.ts';

export function Modals() {
  const workbench = useWorkbench();
  const store = useUiStore();
  const session = useRunSession();
  const overlay = useUi((state) => state.modal);
  const newServer = useUi((state) => state.newServer);
  const close = (): void => store.setState({ modal: 'none', newServer: null });

  if (overlay === 'palette') {
    return <LazyPalette onClose={close} />;
  }
  if (overlay === 'shortcuts') return <LazyShortcuts onClose={close} />;
  if (overlay === 'editor') return <LazyEditor onClose={close} />;
  if (overlay === 'prices') return <LazyPrices onClose={close} />;
  if (overlay === 'bug-report') {
    const { connectionId, threadId } = workbench.selection;
    const canRecord = connectionId !== null && threadId !== null;
    return (
      <LazyBugReport
        connectionId={connectionId}
        threadId={threadId}
        onRecord={
          canRecord ? () => dispatch({ type: 'save-recording', connectionId, threadId, runId: null }) : null
        }
        onClose={close}
      />
    );
  }
  if (overlay === 'legend') return <LazyLegend onClose={close} />;
  if (overlay === 'add-server') {
    return (
      <LazyConnectionDialog
        connection={null}
        prefill={newServer === null ? null : { url: newServer.url, isFromLink: newServer.link !== null }}
        onClose={close}
        onSaved={(connection) => {
          close();
          const link = newServer?.link ?? null;
          if (link !== null && isSameServer(link.baseUrl, connection.url ?? '')) {
            return openLink(store, session, workbench, connection.id, link);
          }
          // In the servers view, a new server does not change the current one; elsewhere it is selected.
          if (store.getState().railView === 'servers') store.setState({ openServerId: connection.id });
          else workbench.selectServer(connection.id);
        }}
      />
    );
  }
  const assistantModal = assistantModalOf(overlay);
  if (assistantModal !== null) {
    return <LazyAssistantModals modal={assistantModal} onClose={close} />;
  }
  const editedId = overlay.startsWith('edit:') ? overlay.slice('edit:'.length) : null;
  const edited = workbench.servers.servers?.find(({ connection }) => connection.id === editedId);
  return edited ? (
    <LazyConnectionDialog connection={edited.connection} prefill={null} onClose={close} onSaved={close} />
  ) : null;
}

const assistantModals: readonly AssistantModal[] = ['new', 'copy', 'edit', 'versions', 'delete'];

function assistantModalOf(overlay: ModalName): AssistantModal | null {
  return assistantModals.find((modal) => overlay === `assistant:${modal}`) ?? null;
}
