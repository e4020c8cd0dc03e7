import { Segmented } from '../ui/Segmented.tsx';
import { Select } from '../ui/Select.tsx';
import styles from './state.module.css';

export type View = 'tree' | 'text' | 'sent';

const options: readonly { readonly value: View; readonly label: string }[] = [
  { value: 'tree', label: 'Tree' },
  { value: 'text', label: 'Text' },
  { value: 'sent', label: 'As sent' },
];

interface ViewChoiceProps {
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** How a state is shown. In a narrow inspector it leaves the room to the tabs beside it. */
export function ViewChoice({ view, onView }: ViewChoiceProps) {
  return (
    <>
      <span className={styles.wide}>
        <Segmented label="Show as" value={view} onChange={onView} options={options} />
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
