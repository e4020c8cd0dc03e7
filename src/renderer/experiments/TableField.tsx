import { maxInputRowLength } from '../../shared/model/experiment.ts';
import { truncate } from '../../shared/truncate.ts';
import { TextFileField } from '../shared-ui/TextFileField.tsx';
import { Field } from '../ui/controls/Field.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import type { ParsedTable } from './parse-table.ts';
import styles from './TableField.module.css';

interface TableFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly table: ParsedTable;
}

// Rows whose inputs are shown before they are sent.
const maxShown = 5;

export function TableField({ text, onChange, table }: TableFieldProps) {
  const count = table.inputs.length;
  const shownPart = count > maxShown ? `the first ${maxShown} ` : '';
  return (
    <>
      <Field
        label="Inputs"
        hint="Paste JSON lines, a JSON list, or a table with a header (CSV with commas or semicolons, or copied from a spreadsheet)."
        error={table.problem}
      >
        {(control) => (
          <textarea
            {...control}
            className={styles.table}
            rows={8}
            spellCheck={false}
            value={text}
            placeholder={'topic,pace\ntides,0\nmoons,0'}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <TextFileField
        label="Or read a file"
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
        maxLength={maxInputRowLength}
        onText={onChange}
      />
      {count === 0 ? null : (
        <div role="status" className={styles.preview}>
          <p className={styles.quiet}>
            {`${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'} of ${table.format ?? 'a table'}, ${shownPart}sent as:`}
          </p>
          <CodeText
            label="The first inputs"
            text={table.inputs
              .slice(0, maxShown)
              .map((input) => truncate(input, 300))
              .join('\n')}
            wrap
            maxHeight={120}
          />
        </div>
      )}
    </>
  );
}
