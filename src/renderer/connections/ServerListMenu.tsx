import { Download, Ellipsis, FileArchive, Link, Radar, Upload } from 'lucide-react';
import { useRef, useState, type ChangeEvent } from 'react';
import { dispatch, useCommandHandler } from '../commands/command-queue.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { ExportedServer } from '../../shared/model/server-file.ts';
import { saveFile } from '../shared-ui/download.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { showToast } from '../ui/popups/toast-store.ts';
import { Menu, MenuItem } from '../ui/popups/Menu.tsx';
import { FindServersDialog } from './FindServersDialog.tsx';
import { ImportServersDialog } from './ImportServersDialog.tsx';
import { readServerFile, serverFileText } from './server-file.ts';

interface ServerListMenuProps {
  readonly connections: readonly Connection[];
  readonly onAdd: (url: string) => void;
}

export function ServerListMenu({ connections, onAdd }: ServerListMenuProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isFinding, setFinding] = useState(false);
  const [imported, setImported] = useState<readonly ExportedServer[] | null>(null);
  const noFind = useUnavailable(null, 'connections.findLocal');
  const hasSaved = connections.some(({ kind }) => kind === 'remote');

  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    try {
      setImported(await readServerFile(file));
    } catch (error) {
      showToast(error instanceof Error ? error.message : 'Could not read this file.', 'fail');
    }
  };
  const exportAll = (): void => {
    if (!hasSaved) return showToast('There are no servers to export: the demo server is part of the studio.');
    const content = new Blob([serverFileText(connections)], { type: 'application/json' });
    saveFile('remotegraph-servers.json', content);
  };
  useCommandHandler('find-servers', () => setFinding(true));
  useCommandHandler('import-servers', () => input.current?.click());
  useCommandHandler('export-servers', exportAll);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File with servers"
        accept=".json"
        onChange={(event) => void choose(event)}
      />
      <Menu
        align="end"
        trigger={
          <IconButton label="Find, import or export servers" icon={<Ellipsis size={15} aria-hidden />} />
        }
      >
        <MenuItem
          icon={<Radar size={14} aria-hidden />}
          disabled={noFind !== null}
          detail={noFind}
          onSelect={() => setFinding(true)}
        >
          Find servers on this computer
        </MenuItem>
        <MenuItem
          icon={<FileArchive size={14} aria-hidden />}
          onSelect={() => dispatch({ type: 'open-recording' })}
        >
          Open recording
        </MenuItem>
        <MenuItem
          icon={<Link size={14} aria-hidden />}
          onSelect={() => dispatch({ type: 'open-recording-address' })}
        >
          Open address of a recording
        </MenuItem>
        <MenuItem icon={<Download size={14} aria-hidden />} onSelect={() => input.current?.click()}>
          Import servers
        </MenuItem>
        <MenuItem icon={<Upload size={14} aria-hidden />} disabled={!hasSaved} onSelect={exportAll}>
          Export servers without secrets
        </MenuItem>
      </Menu>
      {isFinding ? (
        <FindServersDialog
          connections={connections}
          onClose={() => setFinding(false)}
          onAdd={(url) => {
            setFinding(false);
            onAdd(url);
          }}
        />
      ) : null}
      {imported === null ? null : (
        <ImportServersDialog servers={imported} connections={connections} onClose={() => setImported(null)} />
      )}
    </>
  );
}
