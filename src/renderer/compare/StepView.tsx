import { useState, type ReactNode } from 'react';
import { alignedNodeId } from '../../shared/comparison.ts';
import { executionSide } from '../../shared/compare-side.ts';
import type {
  AlignedExecution,
  ComparePart,
  CompareSide,
  ExecutionRef,
} from '../../shared/model/comparison.ts';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { stepText } from './aligned-steps.ts';
import { FactTable } from './FactTable.tsx';
import { partNames } from './part-names.ts';
import { PartView, type PartSlots } from './PartView.tsx';
import { usePartText, useSides } from './queries.ts';
import styles from './Compare.module.css';

interface StepViewProps extends PartSlots {
  readonly step: AlignedExecution;
  readonly left: CompareSide;
  readonly right: CompareSide;
  readonly version: number;
  readonly serverName: (connectionId: string) => string | null;
  readonly actions: ReactNode;
}

export function StepView(props: StepViewProps) {
  const { step, left, right, version, serverName, actions, renderDiff, renderTree } = props;
  const sides = { left: sideOf(left, step.left), right: sideOf(right, step.right) };
  const only = sides.left ?? sides.right;
  const slots = { renderDiff, renderTree };
  // Stays from step to step.
  const [chosen, choose] = useState<ShownPart | null>(null);
  return (
    <section className={styles.pane} aria-label="Step">
      <div className={styles.bar}>
        <h2>{alignedNodeId(step).replaceAll(':', ' › ')}</h2>
        <span className={styles.quiet}>
          {step.visit === 1 ? '' : `visit ${step.visit} · `}
          {stepText(step)}
        </span>
        <span className={styles.grow} />
        {actions}
      </div>
      {sides.left !== null && sides.right !== null ? (
        <BothSides
          key={JSON.stringify(sides)}
          left={sides.left}
          right={sides.right}
          version={version}
          serverName={serverName}
          chosen={chosen}
          onChoose={choose}
          {...slots}
        />
      ) : only === null ? null : (
        <OneSide key={JSON.stringify(only)} side={only} version={version} renderTree={renderTree} />
      )}
    </section>
  );
}

function sideOf(side: CompareSide, execution: ExecutionRef | null): CompareSide | null {
  return execution === null || side.kind === 'assistant' ? null : executionSide(side, execution);
}

type ShownPart = ComparePart | 'facts';

interface BothSidesProps extends PartSlots {
  readonly left: CompareSide;
  readonly right: CompareSide;
  readonly version: number;
  readonly serverName: (connectionId: string) => string | null;
  readonly chosen: ShownPart | null;
  readonly onChoose: (part: ShownPart) => void;
}

function BothSides({ left, right, version, serverName, chosen, onChoose, ...slots }: BothSidesProps) {
  const { data, error, refetch } = useSides(left, right, version);
  if (error !== null) {
    return (
      <div className={styles.notice}>
        <ErrorNotice action="Could not read the step" error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined) return <Loading fill>Reading the step</Loading>;
  const { parts } = data;
  const partOf = (part: ShownPart | null) => parts.find((one) => one.part === part);
  const activePart = chosen === 'facts' ? null : (partOf(chosen) ?? partOf('output') ?? parts[0] ?? null);
  return (
    <div className={styles.pane}>
      <div className={styles.bar}>
        <SegmentedControl
          label="Part of the step to show"
          value={activePart?.part ?? 'facts'}
          onChange={onChoose}
          options={[
            ...parts.map(({ part, equal }) => ({
              value: part,
              label: `${partNames[part]}${equal === null ? ' ?' : equal ? ' =' : ' ≠'}`,
            })),
            { value: 'facts' as const, label: 'Facts' },
          ]}
        />
      </div>
      {activePart === null ? (
        <div className={styles.scroll}>
          <FactTable
            left={{ side: left, serverName: serverName(left.connectionId), facts: data.left }}
            right={{ side: right, serverName: serverName(right.connectionId), facts: data.right }}
            onlyDifferent={false}
          />
        </div>
      ) : (
        <PartView
          key={activePart.part}
          part={activePart}
          title={partNames[activePart.part]}
          left={left}
          right={right}
          version={version}
          {...slots}
        />
      )}
    </div>
  );
}

interface OneSideProps extends Pick<PartSlots, 'renderTree'> {
  readonly side: CompareSide;
  readonly version: number;
}

type ReadPart = 'output' | 'input';

function OneSide({ side, version, renderTree }: OneSideProps) {
  const [part, setPart] = useState<ReadPart>('output');
  const { data, error, refetch } = usePartText(side, part, version, true);
  return (
    <div className={styles.pane}>
      <div className={styles.bar}>
        <SegmentedControl
          label="Part of the step to show"
          value={part}
          onChange={setPart}
          options={[
            { value: 'output', label: partNames.output },
            { value: 'input', label: partNames.input },
          ]}
        />
      </div>
      {error !== null ? (
        <div className={styles.notice}>
          <ErrorNotice action="Could not read the step" error={error} onRetry={() => void refetch()} />
        </div>
      ) : data === undefined ? (
        <Loading fill>Reading the step</Loading>
      ) : data.text === null ? (
        <p className={styles.note}>The server does not store it.</p>
      ) : (
        <div className={styles.tree}>{renderTree(data.text, partNames[part])}</div>
      )}
    </div>
  );
}
