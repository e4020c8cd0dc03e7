import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '../../../shared/count-of.ts';
import { scrubberHint } from '../../../shared/scrubber-hint.ts';
import { downloadStarted, saveFile, toFileName } from '../../shared-ui/download.ts';
import { KindList } from '../../shared-ui/KindList.tsx';
import { queryKeys } from '../../queries/query-keys.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { CodeText } from '../../ui/display/CodeText.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { showToast } from '../../ui/popups/toast-store.ts';
import styles from './BugReportDialog.module.css';

export interface BugReportDialogProps {
  readonly connectionId: string | null;
  readonly threadId: string | null;
  /** Offers a recording of the selected thread beside the report; `null` without one. */
  readonly onRecord: (() => void) | null;
  readonly onClose: () => void;
}

export function BugReportDialog({ connectionId, threadId, onRecord, onClose }: BugReportDialogProps) {
  const rpc = useRpc();
  const [hideHosts, setHideHosts] = useState(true);
  const [search, setSearch] = useState('');
  const report = useQuery({
    queryKey: queryKeys.bugReport(connectionId, threadId, hideHosts),
    queryFn: ({ signal }) =>
      rpc.call('bugReport.create', { connectionId, threadId, hideHosts, window: windowFacts() }, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const text = report.data?.text ?? '';
  const matchingLines = findLines(text, search);
  const save = (): void => {
    const fileName = toFileName(['bug-report'], 'md');
    saveFile(fileName, new Blob([text], { type: 'text/markdown' }));
    showToast(`${downloadStarted(fileName)} The studio sent it nowhere.`);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Report a bug"
      description="Contains facts about this studio and the selected server, how the runs of the open thread ended, the latest requests without their bodies, and the log. Read it before you share it: the studio only saves it and sends it nowhere."
      width={760}
      footer={
        <>
          {report.data ? <CopyButton label="Copy report" text={text} /> : null}
          <Button onClick={onClose}>Cancel</Button>
          {onRecord === null ? null : (
            <Button
              disabled={!report.data}
              onClick={() => {
                save();
                onRecord();
              }}
            >
              Save report and record the thread
            </Button>
          )}
          <Button variant="primary" disabled={!report.data} onClick={save}>
            Save report
          </Button>
        </>
      }
    >
      <Switch label="Remove host names from addresses" checked={hideHosts} onChange={setHideHosts} />
      {report.error ? (
        <ErrorNotice
          action="Could not write the report"
          error={report.error}
          onRetry={() => void report.refetch()}
        />
      ) : !report.data ? (
        <Loading>Collecting facts…</Loading>
      ) : (
        <>
          <p>
            Replaced: {countOf(report.data.secrets, 'secret')}, {countOf(report.data.hosts, 'host')}.
          </p>
          <KindList kinds={report.data.kinds} />
          <p>{scrubberHint}</p>
          <div className={styles.search}>
            <TextField
              label="Find in the report"
              value={search}
              maxLength={200}
              placeholder="A key, a name, an address"
              onChange={setSearch}
            />
            <p role="status">{search.trim() === '' ? null : matchText(matchingLines.count)}</p>
          </div>
          <Field label={search.trim() === '' ? 'Whole report' : 'Lines that contain it'}>
            {() => <CodeText label="Report" text={matchingLines.text} wrap />}
          </Field>
        </>
      )}
    </Dialog>
  );
}

function matchText(count: number): string {
  if (count === 0) return 'The report does not contain it.';
  return count === 1 ? '1 line contains it.' : `${count} lines contain it.`;
}

/** Lines of a text that contain a search, with their numbers; the whole text without one. Case does not matter. */
export function findLines(text: string, search: string): { readonly text: string; readonly count: number } {
  const searchText = search.trim().toLowerCase();
  if (searchText === '') return { text, count: 0 };
  const matches = text
    .split('\n')
    .flatMap((line, index) => (line.toLowerCase().includes(searchText) ? `${index + 1}: ${line}` : []));
  return { text: matches.join('\n'), count: matches.length };
}

function windowFacts(): { readonly name: string; readonly value: string }[] {
  const { innerWidth, innerHeight, devicePixelRatio } = window;
  return [
    { name: 'Browser', value: navigator.userAgent.slice(0, 1000) },
    { name: 'Language', value: navigator.language },
    { name: 'Window', value: `${innerWidth} × ${innerHeight}, ${devicePixelRatio} pixels each` },
    { name: 'Color scheme', value: getComputedStyle(document.documentElement).colorScheme },
    { name: 'Online', value: navigator.onLine ? 'yes' : 'no' },
  ];
}
