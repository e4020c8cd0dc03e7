import { Maximize2, Minimize2 } from 'lucide-react';
import { RunDock } from '../../runs/dock/RunDock.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { setDockMaximized, useIsSheetOpen, useUi, useUiStore } from '../ui-store.ts';
import { useCommandKeys } from '../../commands/keymap.ts';
import { useWorkbench } from '../use-workbench.ts';
import { CanvasQuestions } from './CanvasQuestions.tsx';
import { DockChat } from './DockChat.tsx';
import { RunSheet } from './RunSheet.tsx';

export function DockPane() {
  const { selection, server, assistants, assistant } = useWorkbench();
  const isSheetOpen = useIsSheetOpen();
  if (selection.connectionId === null) return null;
  if (assistants.isPending) return <Loading fill>Loading assistants</Loading>;
  return (
    <RunDock
      assistant={assistant}
      serverName={server?.connection.name ?? 'this server'}
      chat={<DockChat />}
      maximize={<MaximizeButton />}
      isSheetOpen={isSheetOpen}
    >
      <CanvasQuestions />
      <RunSheet />
    </RunDock>
  );
}

function MaximizeButton() {
  const store = useUiStore();
  const isMaximized = useUi((state) => state.isDockMaximized);
  const keys = useCommandKeys('view.maximize-dock');
  return (
    <IconButton
      size="small"
      label={isMaximized ? 'Restore the dock' : 'Maximize the dock'}
      {...(keys === undefined ? {} : { kbd: keys })}
      icon={isMaximized ? <Minimize2 size={13} aria-hidden /> : <Maximize2 size={13} aria-hidden />}
      onClick={() => setDockMaximized(store, !isMaximized)}
    />
  );
}
