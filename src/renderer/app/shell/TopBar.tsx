import { CircleHelp, Monitor, Moon, PanelBottom, PanelLeft, PanelRight, Search, Sun } from 'lucide-react';
import { clsx } from 'clsx';
import { AssistantPicker } from '../../assistants/AssistantPicker.tsx';
import type { CommandId } from '../../commands/command-definitions.ts';
import { useCommandKeys, useKeymap } from '../../commands/keymap.ts';
import { isWebHost } from '../../rpc/open-port.ts';
import { useSubscription } from '../../rpc/use-subscription.ts';
import { ProductionBadge } from '../../connections/ServerMarks.tsx';
import { ServerSwitcher } from '../../connections/ServerSwitcher.tsx';
import { SessionsMenu } from './SessionsMenu.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { focusGroupProps } from '../../ui/controls/focus-group-props.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Kbd } from '../../ui/display/Kbd.tsx';
import { Menu, MenuRadioGroup, MenuRadioItem } from '../../ui/popups/Menu.tsx';
import { ThreadChip } from './ThreadChip.tsx';
import { toggleCollapsed, useHasPanes, useUi, useUiStore, type CollapsiblePane } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import styles from './TopBar.module.css';

export function TopBar() {
  const workbench = useWorkbench();
  const store = useUiStore();
  const { selection } = workbench;
  const paletteKeys = useCommandKeys('view.palette');
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
      <span className={styles.grow} />
      <button type="button" className={styles.search} onClick={() => store.setState({ modal: 'palette' })}>
        <Search size={13} aria-hidden />
        <span className={styles.searchText}>Search or run a command</span>
        {paletteKeys === undefined ? null : <Kbd keys={paletteKeys} />}
      </button>
      <RequestsButton />
      <PaneToggles />
      {isWebHost() ? <SessionsMenu /> : null}
      <ThemeMenu />
      <DocumentationButton />
    </header>
  );
}

function RequestsButton() {
  const store = useUiStore();
  const isOpen = useUi((state) => state.requestsOpen);
  const total = useSubscription('requests.watch', {}).item?.total ?? 0;
  return (
    <Button
      variant="ghost"
      aria-expanded={isOpen}
      onClick={() => store.setState({ requestsOpen: !isOpen, documentationOpen: false })}
      className={styles.requests}
    >
      Requests <span className={styles.count}>{countText(total)}</span>
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

// At most six characters, for which there is room.
function countText(count: number): string {
  // Formats of a locale take several milliseconds to set up, at every start.
  if (count < 1000) return String(count);
  return count.toLocaleString('en', { notation: count < 100_000 ? 'standard' : 'compact' });
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
  const store = useUiStore();
  const collapsed = useUi((state) => state.collapsed);
  const keymap = useKeymap();
  const hasPanes = useHasPanes();
  if (!hasPanes) return null;
  return (
    <div className={styles.paneToggles}>
      {paneButtons.map(({ pane, label, command, Icon }) => (
        <IconButton
          key={pane}
          label={label}
          kbd={keymap[command] ?? undefined}
          pressed={!collapsed[pane]}
          className={styles.paneToggle}
          icon={<Icon size={15} aria-hidden />}
          onClick={() => toggleCollapsed(store, pane)}
        />
      ))}
    </div>
  );
}

const themeIcons = { system: Monitor, dark: Moon, light: Sun } as const;

function ThemeMenu() {
  const store = useUiStore();
  const theme = useUi((state) => state.theme);
  const Icon = themeIcons[theme];
  return (
    <Menu
      align="end"
      width={170}
      trigger={<IconButton label={`Theme: ${theme}`} icon={<Icon size={15} aria-hidden />} />}
    >
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
    </Menu>
  );
}
