import { Switch } from '../ui/Switch.tsx';
import { NodeNames } from './NodeNames.tsx';
import { useNodeNames } from './queries.ts';
import type { RunOptions } from './run-options.ts';
import styles from './Runs.module.css';

export interface RunOptionsFormProps {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly options: RunOptions;
  readonly onChange: (next: Partial<RunOptions>) => void;
}

/** How the next runs of this assistant go. */
export function RunOptionsForm({ connectionId, assistantId, options, onChange }: RunOptionsFormProps) {
  const names = useNodeNames(connectionId, assistantId);
  return (
    <div className={styles.composer}>
      <Switch
        label="Report the end by webhook"
        hint="Asks the server to report the end of the run to the studio's listener. It must be on, and in the server's reach."
        checked={options.webhook}
        onChange={(webhook) => onChange({ webhook })}
      />
      <NodeNames
        label="Break before"
        names={options.interruptBefore}
        known={names}
        onChange={(interruptBefore) => onChange({ interruptBefore })}
      />
      <NodeNames
        label="Break after"
        names={options.interruptAfter}
        known={names}
        onChange={(interruptAfter) => onChange({ interruptAfter })}
      />
    </div>
  );
}
