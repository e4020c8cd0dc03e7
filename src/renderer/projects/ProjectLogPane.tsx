import { useState } from 'react';
import { filterLog, type LogLevelFilter } from '../shared-ui/log-filter.ts';
import { LogButtons, LogLines } from '../shared-ui/LogLines.tsx';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { useProjectLog } from './queries.ts';
import list from '../ui/resource-view/resource-view.module.css';
import styles from './ProjectsView.module.css';

const levels = [
  { value: 'all', label: 'All' },
  { value: 'info', label: 'Info' },
  { value: 'warning', label: 'Warnings' },
  { value: 'error', label: 'Errors' },
] as const satisfies readonly { readonly value: LogLevelFilter; readonly label: string }[];

export function ProjectLogPane({ projectId }: { readonly projectId: string }) {
  const { lines, error } = useProjectLog(projectId);
  const [search, setSearch] = useState('');
  const [level, setLevel] = useState<LogLevelFilter>('info');
  const [follow, setFollow] = useState(true);
  const matches = filterLog(lines, search, level);
  const firstSeq = lines[0]?.seq ?? 0;
  return (
    <section className={styles.log} aria-label="Server log">
      <header className={styles.logHead}>
        <h3>Log</h3>
        <span className={styles.quiet}>
          {matches.length === lines.length
            ? `${lines.length.toLocaleString()} lines`
            : `${matches.length.toLocaleString()} of ${lines.length.toLocaleString()} lines`}
          {firstSeq > 0 ? `; ${firstSeq.toLocaleString()} older ones dropped` : null}
        </span>
        <span className={list.grow} />
        <SegmentedControl label="Level" value={level} onChange={setLevel} options={levels} />
        <div className={styles.search}>
          <TextField
            hideLabel
            label="Search log"
            placeholder="Search log"
            value={search}
            onChange={setSearch}
          />
        </div>
        <LogButtons lines={matches} follow={follow} onFollow={setFollow} />
      </header>
      {error ? <ErrorNotice action="Could not read the log" error={error} /> : null}
      <LogLines
        lines={matches}
        follow={follow}
        onFollow={setFollow}
        empty={lines.length === 0 ? 'Output of the server appears here.' : 'No line matches.'}
      />
    </section>
  );
}
