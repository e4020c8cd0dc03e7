import { isActive } from '../../../shared/model/is-active.ts';
import type { RunRecord } from '../../../shared/model/run.ts';
import { CompareItem } from '../../shared-ui/CompareItem.tsx';
import { TraceItems } from '../../shared-ui/TraceItems.tsx';
import { WhatChangedItem } from '../../shared-ui/WhatChangedItem.tsx';
import { runTrayEntry, type NamedRun } from '../../shared-ui/tray-entries.ts';
import { ContextMenu } from '../../ui/popups/ContextMenu.tsx';
import { CopyIdItem } from '../../ui/popups/CopyIdItem.tsx';
import { shortId } from '../../ui/display/format.ts';
import { MenuSeparator } from '../../ui/popups/Menu.tsx';

interface RunMenuProps {
  readonly run: NamedRun;
  readonly record: RunRecord;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

// The context menu of a run of the thread. Its details have the rest.
export function RunMenu({ run, record, at, onClose }: RunMenuProps) {
  const { connectionId, threadId, runId, number } = run;
  return (
    <ContextMenu
      at={at}
      label={`Run ${number === null ? runId : `#${number}`}`}
      target={`run ${number === null ? shortId(runId) : `#${number}`}`}
      onClose={onClose}
    >
      <CompareItem entry={runTrayEntry('run', run)} what="this run" command="compare.run" />
      <CompareItem entry={runTrayEntry('turn', run)} what="the whole turn" command="compare.turn" />
      {record.status === 'error' ? (
        <WhatChangedItem connectionId={connectionId} threadId={threadId} runId={runId} />
      ) : null}
      <TraceItems {...{ connectionId, threadId, runId }} isActive={isActive(record.status)} />
      <MenuSeparator />
      <CopyIdItem what="run" id={runId} />
    </ContextMenu>
  );
}
