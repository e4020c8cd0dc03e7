import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { Select } from '../ui/controls/Select.tsx';
import styles from './state.module.css';

export type StateView = 'tree' | 'text' | 'sent';

const options: readonly { readonly value: StateView; readonly label: string }[] = [
  { value: 'tree', label: 'Tree' },
  { value: 'text', label: 'Text' },
  { value: 'sent', label: 'As sent' },
];

interface ViewToggleProps {
  readonly view: StateView;
  readonly onView: (view: StateView) => void;
}

export function ViewToggle({ view, onView }: ViewToggleProps) {
  return (
    <>
      <span className={styles.wide}>
        <SegmentedControl label="Show as" value={view} onChange={onView} options={options} />
      </span>
      <span className={styles.narrow}>
        <Select
          label="Show as"
          value={view}
          onChange={(next) => onView(options.find(({ value }) => value === next)?.value ?? 'tree')}
          options={[...options]}
        />
      </span>
    </>
  );
}
