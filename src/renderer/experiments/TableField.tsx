import { useState } from 'react';
import { maxInputRowLength } from '../../shared/model/experiment.ts';
import { Field } from '../ui/controls/Field.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import { decodeTable, type ParsedTable, type DecodedTable } from './parse-table.ts';
import styles from './TableField.module.css';

interface TableFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly table: ParsedTable;
}

/** Rows whose inputs are shown before they are sent. */
const maxShown = 5;

export function TableField({ text, onChange, table }: TableFieldProps) {
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [encoding, setEncoding] = useState<DecodedTable['encoding']>(null);
  const count = table.inputs.length;
  const readFile = (file: File): void => {
    // A character takes at most four bytes.
    if (file.size > 4 * maxInputRowLength) {
      setFileProblem('This file is too large. Split it.');
      return;
    }
    file.arrayBuffer().then(
      (buffer) => {
        const decoded = decodeTable(new Uint8Array(buffer));
        setEncoding(decoded.encoding);
        onChange(decoded.text);
      },
      () => setFileProblem('The file could not be read. Choose it again.'),
    );
  };
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
      <Field
        label="Or read a file"
        hint={
          encoding === null ? undefined : `It is not UTF-8, so it was read as ${encoding}. Check its letters.`
        }
        error={fileProblem}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            className={styles.file}
            accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              setFileProblem(null);
              setEncoding(null);
              if (file) readFile(file);
            }}
          />
        )}
      </Field>
      {count === 0 ? null : (
        <div role="status" className={styles.preview}>
          <p className={styles.quiet}>
            {`${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'} of ${table.format ?? 'a table'}, sent as:`}
          </p>
          <CodeText
            label="The first inputs"
            text={table.inputs
              .slice(0, maxShown)
              .map((input) => input.slice(0, 300))
              .join('\n')}
            wrap
            maxHeight={120}
          />
        </div>
      )}
    </>
  );
}
