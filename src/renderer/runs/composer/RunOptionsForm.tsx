import { SkipToMainAction } from '../../commands/SkipToMainAction.tsx';
import { useMissingCapability, useUnavailable } from '../../rpc/server-features.ts';
import {
  defaultRunOptions,
  Durability,
  MultitaskStrategy,
  StreamMode,
} from '../../../shared/model/run-options.ts';
import type { ReactNode } from 'react';
import { everyNode } from '../../../shared/model/breakpoint.ts';
import { useBreakpoints } from '../../shared-ui/breakpoints.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Menu, MenuCheckItem } from '../../ui/popups/Menu.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { useNodeNames } from '../queries.ts';
import { changedOptions, defaultOptions, isAssistantOption } from './composer-options.ts';
import type { OptionsProps } from './AssistantSettings.tsx';
import { JsonOrFormField } from '../../ui/schema/JsonOrFormField.tsx';
import { describeJsonError } from '../json-error.ts';
import { NodeNamesOption } from './NodeNamesOption.tsx';
import { NumberOption } from './NumberOption.tsx';
import { OptionSelect } from './OptionSelect.tsx';
import { WebhookOption } from './WebhookOption.tsx';
import styles from './RunOptionsForm.module.css';

export const streamModeLabels: Readonly<Record<StreamMode, string>> = {
  values: 'the full state after each superstep',
  updates: 'the updates of each node',
  tasks: 'start and end of each node; required by the timeline and the canvas',
  'messages-tuple': 'message tokens as they arrive',
  messages: 'partial messages, in the older format',
  custom: 'custom data that nodes write to the stream',
  checkpoints: 'each checkpoint, including which nodes are queued',
  debug: 'checkpoints and tasks with full payloads',
  events: 'every event of every runnable (verbose)',
  tools: 'start and end of tool calls; JavaScript server only',
};

export const multitaskStrategyLabels: Readonly<Record<MultitaskStrategy, string>> = {
  reject: 'reject the new run',
  enqueue: 'start after the active runs end',
  interrupt: 'cancel the active runs, keep their writes',
  rollback: 'cancel the active runs and roll back their writes, if the server supports it',
};

export const durabilityLabels: Readonly<Record<Durability, string>> = {
  async: 'checkpoints are written while the next step runs',
  sync: 'checkpoints are written before the next step runs',
  exit: 'only the last checkpoint is written',
};

const rollbackOptions = { ...defaultRunOptions, multitaskStrategy: 'rollback' as const };

export function RunOptionsForm({ connectionId, assistant, options, onChange }: OptionsProps) {
  const { metadataText } = options;
  const { assistantId, graphId } = assistant;
  const names = useNodeNames(connectionId, assistantId);
  const stops = useBreakpoints({ connectionId, assistantId, graphId });
  const noDurability = useMissingCapability(connectionId, 'durability');
  const noStateless = useMissingCapability(connectionId, 'statelessRuns');
  const noBackground = useMissingCapability(connectionId, 'backgroundRuns');
  const unavailable = {
    enqueue: useMissingCapability(connectionId, 'enqueueRuns'),
    interrupt: useMissingCapability(connectionId, 'interruptRuns'),
    rollback: useUnavailable(connectionId, 'runs.start', { options: rollbackOptions }),
  };
  const changed = changedOptions(options).filter((name) => !isAssistantOption(name));
  const isUsual = changed.length === 0 && stops.all.length === 0;
  return (
    <div className={styles.options}>
      <div className={styles.head}>
        <span className={styles.quiet}>
          {isUsual ? 'Defaults (sent explicitly)' : 'Saved for this assistant'}
        </span>
        <Button
          size="small"
          disabled={isUsual}
          onClick={() => {
            const { configText, contextText } = options;
            onChange({ ...defaultOptions, configText, contextText });
            stops.clear();
          }}
        >
          Reset all
        </Button>
      </div>

      <Group title="Execution">
        <Switch
          label="Without a thread"
          hint={noStateless ?? 'Only the events shown are kept, and interrupts fail.'}
          disabled={noStateless !== null && !options.stateless}
          checked={options.stateless}
          onChange={(stateless) => onChange({ stateless })}
        />
        {options.stateless ? (
          <Switch
            label="Keep the temporary thread"
            hint="on_completion: keep. Interrupts work then."
            checked={options.onCompletion === 'keep'}
            onChange={(keep) => onChange({ onCompletion: keep ? 'keep' : 'delete' })}
          />
        ) : null}
        <Switch
          label="In the background"
          hint={noBackground ?? 'Its events are not loaded until you select it in the list of runs.'}
          disabled={noBackground !== null && !options.background}
          checked={options.background}
          onChange={(background) => onChange({ background })}
        />
        <OptionSelect
          label="If the thread is busy"
          name="multitask_strategy"
          value={options.multitaskStrategy}
          labels={multitaskStrategyLabels}
          choices={MultitaskStrategy.options}
          unavailable={unavailable}
          onChange={(multitaskStrategy) => onChange({ multitaskStrategy })}
        />
        <NumberOption
          label="Start after, in seconds"
          value={options.afterSeconds}
          isInteger={false}
          otherwise="immediately"
          onChange={(afterSeconds) => onChange({ afterSeconds })}
        />
      </Group>

      <Group title="Breakpoints and limits">
        <SkipToMainAction />
        <NodeNamesOption
          label="Break before"
          names={stops.before}
          nodeNames={names}
          onToggle={(name) => toggleStop(stops, name, 'before')}
        />
        <NodeNamesOption
          label="Break after"
          names={stops.after}
          nodeNames={names}
          onToggle={(name) => toggleStop(stops, name, 'after')}
        />
        <NumberOption
          label="Recursion limit, in supersteps"
          value={options.recursionLimit}
          isInteger
          otherwise="server default"
          onChange={(recursionLimit) => onChange({ recursionLimit })}
        />
      </Group>

      <Group title="Metadata">
        <JsonOrFormField
          label="Metadata"
          schemaText={null}
          text={metadataText}
          onChange={(text) => onChange({ metadataText: text })}
          problem={metadataText === null ? null : describeJsonError(metadataText)}
          // Without a schema there is no form.
          onFormProblem={() => undefined}
          actions={
            <Button
              size="small"
              variant="ghost"
              aria-label={metadataText === null ? 'Add metadata' : 'Leave metadata out'}
              onClick={() => onChange({ metadataText: metadataText === null ? '{}' : null })}
            >
              {metadataText === null ? 'Add' : 'Leave out'}
            </Button>
          }
        />
      </Group>

      <Group title="Streaming">
        <SkipToMainAction />
        <Menu
          width={280}
          trigger={
            <Button size="small" aria-label="Stream modes">
              {options.streamModes.length} of {StreamMode.options.length} modes
            </Button>
          }
        >
          {StreamMode.options.map((mode) => (
            <MenuCheckItem
              key={mode}
              checked={options.streamModes.includes(mode)}
              onChange={(on) =>
                onChange({
                  streamModes: StreamMode.options.filter((one) =>
                    one === mode ? on : options.streamModes.includes(one),
                  ),
                })
              }
            >
              {mode}: {streamModeLabels[mode]}
            </MenuCheckItem>
          ))}
        </Menu>
        {options.streamModes.includes('tasks') && options.streamModes.includes('values') ? null : (
          <p className={styles.quiet}>
            Without tasks and values, the canvas and the timeline show less of an active run.
          </p>
        )}
        <Switch
          label="Events of subgraphs"
          checked={options.subgraphs}
          onChange={(subgraphs) => onChange({ subgraphs })}
        />
      </Group>

      <Group title="At the end">
        <OptionSelect
          label="Durability"
          name="durability"
          value={options.durability}
          labels={durabilityLabels}
          choices={Durability.options}
          onChange={(durability) => onChange({ durability })}
        />
        {noDurability === null ? null : <p className={styles.quiet}>{noDurability}</p>}
        <WebhookOption
          connectionId={connectionId}
          webhook={options.webhook}
          onChange={(webhook) => onChange({ webhook })}
        />
        <TextField
          label="Feedback keys"
          hint="Separated by commas. Needs LangSmith on the server: without it the run fails."
          value={options.feedbackKeys.join(', ')}
          onChange={(text) => onChange({ feedbackKeys: text.split(/,\s*/).filter((key) => key !== '') })}
        />
      </Group>
      <p className={styles.quiet}>
        Always sent: stream_resumable and on_disconnect: continue, so that closing the studio never ends a
        run.
      </p>
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

function toggleStop(stops: ReturnType<typeof useBreakpoints>, name: string, side: 'before' | 'after'): void {
  if (name === everyNode) stops.setAll(side, !stops[side].includes(everyNode));
  else stops.toggle(name, side);
}
