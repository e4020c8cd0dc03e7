import {
  ArrowUpDown,
  CircleHelp,
  PanelBottom,
  PanelLeft,
  PanelRight,
  Play,
  Search,
  Settings2,
} from 'lucide-react';
import { clsx } from 'clsx';
import { memo } from 'react';
import { useStore } from 'zustand';
import { AssistantPicker } from '../../assistants/AssistantPicker.tsx';
import type { CommandId } from '../../commands/palette-commands.ts';
import { runCommand, useCommandList } from '../../commands/command-registry.ts';
import { useCommandKeys, useKeymap } from '../../commands/keymap.ts';
import { useUnavailable } from '../../rpc/server-features.ts';
import { isWebHost } from '../../rpc/open-port.ts';
import { ProductionBadge } from '../../connections/ServerMarks.tsx';
import { ServerSwitcher } from '../../connections/ServerSwitcher.tsx';
import { SessionsMenu } from './SessionsMenu.tsx';
import { unsavedEdit } from '../../thread-state/edit/unsaved-edit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { focusGroupProps } from '../../ui/controls/focus-group-props.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { hintWithKeys, Kbd } from '../../ui/display/Kbd.tsx';
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '../../ui/popups/Menu.tsx';
import { LazyTeamMember } from './lazy-views.ts';
import { ThreadChip } from './ThreadChip.tsx';
import { useHasPanes, usePaneToggles, useUi, useUiStore, type CollapsiblePane } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import styles from './TopBar.module.css';

export function TopBar() {
  const workbench = useWorkbench();
  const store = useUiStore();
  const { selection } = workbench;
  const isServerLeftOut = useUi((state) => state.lastFailure !== null);
  const isProduction = workbench.server?.connection.production === true;
  return (
    <header
      className={clsx(styles.top, isProduction && styles.production)}
      data-region
      {...focusGroupProps('horizontal')}
    >
      <ServerSwitcher
        selectedId={selection.connectionId}
        onSelect={workbench.selectServer}
        onAdd={() => store.setState({ modal: 'add-server' })}
        onManage={() => store.setState({ railView: 'servers' })}
      />
      {isProduction ? <ProductionBadge /> : null}
      {isServerLeftOut && selection.connectionId === null ? null : (
        <>
          <span className={styles.slash} aria-hidden>
            /
          </span>
          <AssistantPicker
            connectionId={selection.connectionId}
            selectedId={selection.assistantId}
            onSelect={workbench.selectAssistant}
            onAction={(action) => store.setState({ modal: `assistant:${action}` })}
          />
        </>
      )}
      <ThreadChip />
      <Tools />
    </header>
  );
}

// What does not follow the selection, and is not rendered again for it.
const Tools = memo(function Tools() {
  const store = useUiStore();
  const paletteKeys = useCommandKeys('view.palette');
  const hasPanes = useHasPanes();
  return (
    <>
      <span className={styles.grow} />
      <button type="button" className={styles.search} onClick={() => store.setState({ modal: 'palette' })}>
        <Search size={13} aria-hidden />
        <span className={styles.searchText}>Search or run a command</span>
        {paletteKeys === undefined ? null : <Kbd keys={paletteKeys} />}
      </button>
      <RequestsButton />
      {hasPanes ? <PaneToggles /> : null}
      {isWebHost() ? (
        <>
          <LazyTeamMember />
          <SessionsMenu />
        </>
      ) : null}
      <SettingsMenu />
      <DocumentationButton />
      <RunButton />
    </>
  );
});

/** Opens what starts, steps and answers runs, also from a view that covers it; the same button closes it. */
function RunButton() {
  const { isVisible, toggle } = usePaneToggles().sheet;
  const isOpen = useHasPanes() && isVisible;
  const keys = useCommandKeys('view.run-sheet');
  const blocked = useUnavailable(null, 'runs.start');
  return (
    <Button
      disabled={blocked !== null}
      variant={isOpen ? 'plain' : 'primary'}
      icon={<Play size={13} aria-hidden />}
      title={blocked ?? hintWithKeys(isOpen ? 'Close the run sheet' : 'Open the run sheet', keys)}
      aria-expanded={isOpen}
      data-opens-sheet
      className={styles.run}
      onClick={toggle}
    >
      Run
    </Button>
  );
}

function RequestsButton() {
  const store = useUiStore();
  const isOpen = useUi((state) => state.requestsOpen);
  return (
    <Button
      variant="ghost"
      icon={<ArrowUpDown size={15} aria-hidden />}
      aria-expanded={isOpen}
      onClick={() => store.setState({ requestsOpen: !isOpen, documentationOpen: false })}
      className={styles.requests}
    >
      Requests
    </Button>
  );
}

function DocumentationButton() {
  const store = useUiStore();
  const isOpen = useUi((state) => state.documentationOpen);
  const keys = useCommandKeys('help.documentation');
  return (
    <IconButton
      label="Documentation"
      kbd={keys}
      aria-expanded={isOpen}
      icon={<CircleHelp size={15} aria-hidden />}
      onClick={() => store.setState({ documentationOpen: !isOpen, requestsOpen: false })}
    />
  );
}

const paneButtons: readonly {
  pane: CollapsiblePane;
  label: string;
  command: CommandId;
  Icon: typeof PanelLeft;
}[] = [
  { pane: 'left', label: 'Sidebar', command: 'view.sidebar', Icon: PanelLeft },
  { pane: 'dock', label: 'Run dock', command: 'view.dock', Icon: PanelBottom },
  { pane: 'inspector', label: 'Inspector', command: 'view.inspector', Icon: PanelRight },
];

function PaneToggles() {
  const toggles = usePaneToggles();
  const keymap = useKeymap();
  const isUnsaved = useStore(unsavedEdit);
  return (
    <div className={styles.paneToggles}>
      {paneButtons.map(({ pane, label, command, Icon }) => {
        const { isVisible, toggle } = toggles[pane];
        const hidesEdit = pane === 'inspector' && isUnsaved && !isVisible;
        return (
          <IconButton
            key={pane}
            label={hidesEdit ? `${label}: unsaved state edit` : label}
            kbd={keymap[command] ?? undefined}
            pressed={isVisible}
            className={clsx(styles.paneToggle, hidesEdit && styles.hidesEdit)}
            icon={<Icon size={15} aria-hidden />}
            onClick={toggle}
          />
        );
      })}
    </div>
  );
}

function NotificationsItem() {
  const command = useCommandList().find(({ id }) => id === 'view.notifications');
  return command === undefined ? null : (
    <MenuItem
      command={command.id}
      disabled={command.blocked !== null}
      detail={command.blocked}
      onSelect={() => runCommand(command.id)}
    >
      {command.title}
    </MenuItem>
  );
}

function SettingsMenu() {
  const store = useUiStore();
  const theme = useUi((state) => state.theme);
  return (
    <Menu
      align="end"
      width={210}
      trigger={<IconButton label="Settings" icon={<Settings2 size={15} aria-hidden />} />}
    >
      <MenuLabel>Theme</MenuLabel>
      <MenuRadioGroup
        value={theme}
        onChange={(next) => {
          if (next === 'system' || next === 'dark' || next === 'light') store.setState({ theme: next });
        }}
      >
        <MenuRadioItem value="system">Follow the system</MenuRadioItem>
        <MenuRadioItem value="dark">Dark</MenuRadioItem>
        <MenuRadioItem value="light">Light</MenuRadioItem>
      </MenuRadioGroup>
      <MenuSeparator />
      <NotificationsItem />
    </Menu>
  );
}
