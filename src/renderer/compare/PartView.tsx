import type { ReactNode } from 'react';
import type { ComparedPart, CompareSide, PartText } from '../../shared/model/comparison.ts';
import { useCommandBindings } from '../commands/command-registry.ts';
import { draftKey, useDraft } from '../storage/drafts.ts';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { sizeText } from '../ui/display/format.ts';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { usePartText } from './queries.ts';
import styles from './Compare.module.css';
import { partVerdict, type PartVerdict } from '../../shared/comparison.ts';

export interface PartSlots {
  readonly renderDiff: (before: string, after: string) => ReactNode;
  readonly renderTree: (text: string, label: string) => ReactNode;
}

export interface PartViewProps extends PartSlots {
  readonly part: ComparedPart;
  readonly title: string;
  readonly left: CompareSide;
  readonly right: CompareSide;
  // Changes when both sides were read again.
  readonly version: number;
}

type PartLayout = 'diff' | 'sides';

const layouts = [
  { value: 'diff', label: 'One diff' },
  { value: 'sides', label: 'Side by side' },
] as const satisfies readonly { readonly value: PartLayout; readonly label: string }[];

export function PartView(props: PartViewProps) {
  const { part, title, version } = props;
  const [stored, store] = useDraft(draftKey('compare', 'layout'));
  const chosen: PartLayout = stored === 'sides' ? 'sides' : 'diff';
  const left = useSideText(props.left, part, 'left', version);
  const right = useSideText(props.right, part, 'right', version);
  const canDiff = part.left.length !== null && part.right.length !== null;
  const layout = canDiff ? chosen : 'sides';
  useCommandBindings({
    'compare.layout': {
      run: () => store(layout === 'diff' ? 'sides' : null),
      blocked: canDiff ? null : 'One side has nothing to compare.',
      title: layout === 'diff' ? 'Show the comparison side by side' : 'Show the comparison as one diff',
    },
  });
  return (
    <section className={styles.part} aria-label={title}>
      <header className={styles.partHead}>
        <h3>{title}</h3>
        <span className={styles.quiet}>{equalityText(part)}</span>
        <SegmentedControl
          label={`Show ${title.toLowerCase()} as`}
          value={layout}
          onChange={(next) => store(next === 'sides' ? next : null)}
          options={canDiff ? layouts : layouts.map((one) => ({ ...one, disabled: one.value === 'diff' }))}
        />
      </header>
      {left.error || right.error ? (
        <ErrorNotice
          action={`Could not read the ${left.error ? 'left' : 'right'} side`}
          error={left.error ?? right.error}
          onRetry={() => void (left.error ? left : right).refetch()}
        />
      ) : layout === 'sides' ? (
        <div className={styles.sides}>
          <SideText label="Left" text={left.text} part={part.left} renderTree={props.renderTree} />
          <SideText label="Right" text={right.text} part={part.right} renderTree={props.renderTree} />
        </div>
      ) : left.text === null || right.text === null ? (
        <Loading fill>Reading both sides</Loading>
      ) : (
        <div className={styles.diff}>{props.renderDiff(left.text, right.text)}</div>
      )}
    </section>
  );
}

const verdictTexts: Readonly<Record<PartVerdict, string>> = {
  unknown: 'unknown whether equal',
  same: 'no difference',
  'only-ids': 'differs only in IDs',
  different: 'differs',
};

export function equalityText(part: Pick<ComparedPart, 'equal' | 'onlyIds'>): string {
  return verdictTexts[partVerdict(part)];
}

function useSideText(side: CompareSide, part: ComparedPart, place: 'left' | 'right', version: number) {
  const { text, length } = part[place];
  const isLong = text === null && length !== null;
  const { data, error, refetch } = usePartText(side, part.part, version, isLong);
  return { text: text ?? data?.text ?? null, error, refetch };
}

interface SideTextProps {
  readonly label: string;
  readonly text: string | null;
  readonly part: PartText;
  readonly renderTree: PartSlots['renderTree'];
}

function SideText({ label, text, part: { isKnown, length, note }, renderTree }: SideTextProps) {
  return (
    <div className={styles.side} role="group" aria-label={`${label} side`}>
      <h4>
        {label}
        {length === null ? null : <span className={styles.quiet}> {sizeText(length)}</span>}
      </h4>
      {note === null ? null : <p className={styles.quiet}>{note}</p>}
      {length === null ? (
        <p className={styles.quiet}>{isKnown ? 'None.' : 'Unknown.'}</p>
      ) : text === null ? (
        <Loading>Reading it</Loading>
      ) : (
        <div className={styles.tree}>{renderTree(text, label)}</div>
      )}
    </div>
  );
}
