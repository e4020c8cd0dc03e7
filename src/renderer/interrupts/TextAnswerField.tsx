import { Field } from '../ui/controls/Field.tsx';
import styles from './Interrupts.module.css';

export interface TextAnswerFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSubmit: () => void;
  readonly placeholder?: string;
}

export function TextAnswerField({ label, text, onText, onSubmit, placeholder }: TextAnswerFieldProps) {
  return (
    <Field label={label} hideLabel>
      {(control) => (
        <textarea
          {...control}
          className={styles.text}
          rows={2}
          value={text}
          placeholder={placeholder ?? 'Your answer'}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
              return;
            event.preventDefault();
            onSubmit();
          }}
        />
      )}
    </Field>
  );
}
