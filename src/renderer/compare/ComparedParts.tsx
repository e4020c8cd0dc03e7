import { X } from 'lucide-react';
import { useState } from 'react';
import type { AlignedExecution, ComparePart, SideFacts } from '../../shared/model/comparison.ts';
import type { TrayEntry } from '../shared-ui/compare-tray.ts';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Switch } from '../ui/controls/Switch.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import type { ComparedProps } from './compare-view-props.ts';
import { FactTable } from './FactTable.tsx';
import { partNames } from './part-names.ts';
import { equalityText, PartView } from './PartView.tsx';
import { StepView } from './StepView.tsx';
import styles from './Compare.module.css';

interface ComparedPartsProps extends ComparedProps {
  readonly step: AlignedExecution | null;
  readonly onCloseStep: () => void;
}

export function ComparedParts(props: ComparedPartsProps) {
  const { left, right, step, onCloseStep, version, renderDiff, renderTree } = props;
  const slots = { renderDiff, renderTree };
  if (step !== null) {
    return (
      <StepView
        step={step}
        left={left.side}
        right={right.side}
        version={version}
        serverName={props.serverName}
        actions={
          <IconButton
            size="small"
            label="Back to the full comparison"
            icon={<X size={14} aria-hidden />}
            onClick={onCloseStep}
          />
        }
        {...slots}
      />
    );
  }
  return <PartBrowser {...props} />;
}

function Remarks({ place, facts }: { readonly place: string; readonly facts: SideFacts }) {
  const texts = [facts.remark, facts.incomplete].filter((text) => text !== null);
  return texts.length === 0 ? null : (
    <p className={styles.note}>
      <b>{place}:</b> {texts.join(' ')}
    </p>
  );
}

type Entry = 'facts' | ComparePart;

function PartBrowser(props: ComparedProps) {
  const { comparison, left, right, version, serverName, renderDiff, renderTree } = props;
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const [selectedEntry, setSelectedEntry] = useState<Entry>('facts');
  const factSide = ({ side }: TrayEntry, facts: SideFacts) => ({
    side,
    serverName: serverName(side.connectionId),
    facts,
  });
  const parts = comparison.parts.filter(({ equal }) => !onlyDifferent || equal !== true);
  const part = parts.find((one) => one.part === selectedEntry);
  const isEqual = comparison.parts.length > 0 && comparison.parts.every(({ equal }) => equal === true);
  return (
    <div className={styles.pane}>
      <div className={styles.bar}>
        <h2>Parts</h2>
        <span className={styles.quiet} role="status">
          {isEqual ? 'No differences' : ''}
        </span>
        <span className={styles.grow} />
        <Switch label="Only different" checked={onlyDifferent} onChange={setOnlyDifferent} />
      </div>
      <div className={styles.columns}>
        <div className={styles.parts}>
          <Listbox
            label="Parts"
            items={['facts' as const, ...parts.map((one) => one.part)]}
            keyOf={(entry) => entry}
            selectedKey={part === undefined ? 'facts' : part.part}
            onSelect={setSelectedEntry}
            render={(entry) => {
              const one = parts.find((candidate) => candidate.part === entry);
              return (
                <div className={styles.partRow}>
                  <span>{entry === 'facts' ? 'Facts' : partNames[entry]}</span>
                  {one === undefined ? null : <PartSign equal={one.equal} text={equalityText(one)} />}
                </div>
              );
            }}
          />
        </div>
        <div className={styles.detail} {...(part === undefined ? scrollableGroupProps('Facts') : {})}>
          {part === undefined ? (
            <>
              <Remarks place="Left" facts={comparison.left} />
              <Remarks place="Right" facts={comparison.right} />
              <FactTable
                left={factSide(left, comparison.left)}
                right={factSide(right, comparison.right)}
                onlyDifferent={onlyDifferent}
              />
            </>
          ) : (
            <PartView
              key={part.part}
              part={part}
              title={partNames[part.part]}
              left={left.side}
              right={right.side}
              version={version}
              renderDiff={renderDiff}
              renderTree={renderTree}
            />
          )}
        </div>
      </div>
    </div>
  );
}

function PartSign({ equal, text }: { readonly equal: boolean | null; readonly text: string }) {
  return (
    <span className={equal === false ? styles.sign : styles.quiet} title={text}>
      <span aria-hidden>{equal === null ? '?' : equal ? '=' : '≠'}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
