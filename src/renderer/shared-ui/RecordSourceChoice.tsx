import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';

/** Whose records a view shows: those of this studio, or those in the selected recording. */
export type RecordSource = 'studio' | 'recording';

interface RecordSourceChoiceProps {
  readonly value: RecordSource;
  readonly onChange: (source: RecordSource) => void;
}

export function RecordSourceChoice({ value, onChange }: RecordSourceChoiceProps) {
  return (
    <SegmentedControl
      label="Records of"
      value={value}
      onChange={onChange}
      options={[
        { value: 'recording', label: 'Recording' },
        { value: 'studio', label: 'This studio' },
      ]}
    />
  );
}
