import { useMutation } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { LocalServerStatus } from '../../shared/model/local-server.ts';
import { LogButtons, LogLines } from '../shared-ui/LogLines.tsx';
import { useRpc } from '../rpc/rpc-context.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { durationText } from '../ui/display/format.ts';
import { useDemoServer } from './use-demo-server.ts';
import styles from './DemoServerLog.module.css';

const tones = { stopped: 'mute', starting: 'run', ready: 'ok', stopping: 'run', failed: 'fail' } as const;

export function DemoServerLog() {
  const rpc = useRpc();
  const { status, lines, error } = useDemoServer();
  const restart = useMutation({ mutationFn: () => rpc.call('demoServer.restart', {}) });
  const noRestart = useUnavailable(null, 'demoServer.restart');
  const [follow, setFollow] = useState(true);
  const isBusy = restart.isPending || status?.state === 'starting' || status?.state === 'stopping';
  return (
    <section className={styles.log} aria-label="Demo server">
      <header className={styles.head}>
        <h3>Process</h3>
        {status ? <Chip tone={tones[status.state]}>{status.state}</Chip> : null}
        <span className={styles.quiet}>{processText(status)}</span>
        <span className={styles.grow} />
        <LogButtons lines={lines} follow={follow} onFollow={setFollow} />
        <Button
          size="small"
          icon={<RotateCw size={13} aria-hidden />}
          busy={isBusy ? 'Restarting' : null}
          disabled={noRestart !== null}
          title={noRestart ?? undefined}
          onClick={() => restart.mutate()}
        >
          Restart
        </Button>
      </header>
      {status?.problem ? <ErrorNotice action={null} error={status.problem} /> : null}
      {(restart.error ?? error) ? (
        <ErrorNotice
          action={restart.error ? 'Restart failed' : 'Could not read the log'}
          error={restart.error ?? error}
        />
      ) : null}
      <LogLines
        lines={lines}
        follow={follow}
        onFollow={setFollow}
        empty="Output of the demo server appears here."
      />
    </section>
  );
}

function processText(status: LocalServerStatus | null): string {
  if (status === null) return '';
  const parts = [
    status.pid === null ? null : `pid ${status.pid}`,
    status.startedInMs === null ? null : `ready in ${durationText(status.startedInMs)}`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
