import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useUnavailable } from '../../rpc/server-features.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Menu, MenuItem, MenuLabel } from '../../ui/popups/Menu.tsx';
import { useEndOtherSessions, useOtherSessions } from './session-queries.ts';

export function SessionsMenu() {
  const endOthers = useEndOtherSessions();
  const isHidden = useUnavailable(null, 'sessions.endOthers') !== null;
  if (isHidden) return null;
  return (
    <Menu
      align="end"
      width={250}
      trigger={<IconButton label="Browser sessions" icon={<MonitorSmartphone size={15} aria-hidden />} />}
    >
      <OtherSessions />
      <MenuItem
        danger
        icon={<LogOut size={14} aria-hidden />}
        detail="Their tabs must be opened again"
        onSelect={() => endOthers.mutate()}
      >
        End all other sessions
      </MenuItem>
    </Menu>
  );
}

function OtherSessions() {
  const { data, error } = useOtherSessions();
  return (
    <MenuLabel>
      {error ? 'Other sessions: unknown' : data ? otherSessions(data.others) : 'Other sessions'}
    </MenuLabel>
  );
}

function otherSessions(count: number): string {
  if (count === 0) return 'No other sessions';
  return count === 1 ? '1 other session' : `${count} other sessions`;
}
