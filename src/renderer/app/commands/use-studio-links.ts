import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  isRecordingBaseUrl,
  namedRecordingBaseUrl,
  recordingBaseUrl,
} from '../../../shared/model/read-only.ts';
import { isSameServer, type StudioLink } from '../../../shared/model/studio-link.ts';
import { isWebHost } from '../../rpc/open-port.ts';
import { dispatch } from '../../commands/command-queue.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { subscribeToStream } from '../../rpc/subscription.ts';
import { showToast } from '../../ui/popups/toast-store.ts';
import { changeSelection, selectNode, useRunSession, type RunSession } from '../../runs/run-session.ts';
import { showLinkedThread, useUi, useUiStore, type UiStore } from '../ui-store.ts';
import { useWorkbench, type Workbench } from '../use-workbench.ts';
import { linkOfWindow, onPendingLink, takePendingLink } from './pending-link.ts';

/**
 * Opens links that come from outside. A link to a known server shows its place. One to an unknown
 * server only fills in the address of the dialog that adds one, and never replaces what is typed there.
 */
export function useStudioLinks(): void {
  const workbench = useWorkbench();
  const store = useUiStore();
  const session = useRunSession();
  const rpc = useRpc();
  const [link, setLink] = useState<StudioLink | null>(linkOfWindow);

  useEffect(() => {
    if (!isWebHost()) {
      return subscribeToStream(rpc, 'links.watch', {}, { onItem: setLink, onState: () => undefined });
    }
    const take = (): void =>
      void takePendingLink().then((found) => {
        if (found !== null) setLink(found);
      });
    take();
    return onPendingLink(take);
  }, [rpc]);

  const { servers } = workbench.servers;
  // The last session's selection comes first, so that it does not replace the link's.
  const isOpening = useUi((state) => state.remembered !== null);
  const handled = useRef<StudioLink | null>(null);
  const open = useEffectEvent((connectionId: string, to: StudioLink) =>
    openLink(store, session, workbench, connectionId, to),
  );
  useEffect(() => {
    if (link === null || servers === null || isOpening || handled.current === link) return;
    handled.current = link;
    store.setState({ isNew: false });
    const server = servers.find(({ connection: { id, kind, url } }) =>
      isSameServer(kind === 'recording' ? recordingBaseUrl(id) : (url ?? ''), link.baseUrl),
    );
    if (server) return open(server.connection.id, link);
    const namedRecording = servers.find(
      ({ connection: { recording } }) =>
        recording !== undefined && isSameServer(namedRecordingBaseUrl(recording.fileName), link.baseUrl),
    )?.connection;
    if (namedRecording)
      return open(namedRecording.id, { threadId: namedRecording.recording?.threadId, ...link });
    if (isRecordingBaseUrl(link.baseUrl)) {
      return showToast('The recording of this link is no longer open. Open its file again.', 'mute');
    }
    const offer = (): void => store.setState({ modal: 'add-server', newServer: { url: link.baseUrl, link } });
    if (store.getState().modal === 'none') return offer();
    showToast(`A link to ${link.baseUrl} was opened.`, 'mute', { label: 'Add this server', run: offer });
  }, [link, servers, isOpening, store]);
}

type Place = { readonly [K in Exclude<keyof StudioLink, 'baseUrl'>]?: string | null | undefined };

/** Opens what a link or a notification names on a server. */
export function openLink(
  store: UiStore,
  session: RunSession,
  workbench: Pick<Workbench, 'selectServer' | 'openThread'>,
  connectionId: string,
  place: Place,
): void {
  const { assistantId = null, threadId = null, checkpointId = null, runId = null, nodeId = null } = place;
  if (threadId === null) store.setState({ railView: 'threads' });
  else showLinkedThread(store);
  if (assistantId === null) {
    if (threadId === null) return workbench.selectServer(connectionId);
    return void workbench.openThread(connectionId, threadId).then(() => {
      changeSelection(session, (before) =>
        before.threadId === threadId ? { ...before, checkpointId } : before,
      );
      if (nodeId !== null) selectNode(session, nodeId);
      if (runId !== null) dispatch({ type: 'show-run', connectionId, run: { runId, threadId } });
    });
  }
  // What no longer exists is found out and reported as for a selection of the last session.
  changeSelection(session, () => ({ connectionId, assistantId, threadId, checkpointId }));
  if (nodeId !== null) selectNode(session, nodeId);
}
