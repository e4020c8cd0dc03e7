import { useState } from 'react';
import { decodeTable, type DecodedTable } from '../../shared/inputs/read-table.ts';
import { Field } from '../ui/controls/Field.tsx';
import styles from './TextFileField.module.css';

interface TextFileFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** File extensions, separated by commas. */
  readonly accept: string;
  /** In characters. */
  readonly maxLength: number;
  readonly onText: (text: string, fileName: string) => void;
}

/** Reads a file of text that a spreadsheet or another program wrote. */
export function TextFileField({ label, hint, accept, maxLength, onText }: TextFileFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [encoding, setEncoding] = useState<DecodedTable['encoding']>(null);
  const readFile = (file: File): void => {
    // A character takes at most four bytes.
    if (file.size > 4 * maxLength) {
      setProblem('This file is too large. Split it.');
      return;
    }
    file.arrayBuffer().then(
      (buffer) => {
        const decoded = decodeTable(new Uint8Array(buffer));
        setEncoding(decoded.encoding);
        onText(decoded.text, file.name);
      },
      () => setProblem('The file could not be read. Choose it again.'),
    );
  };
  return (
    <Field
      label={label}
      hint={
        encoding === null
          ? hint
          : `The file is not UTF-8, so it was read as ${encoding}. Check its characters.`
      }
      error={problem}
    >
      {(control) => (
        <input
          {...control}
          type="file"
          className={styles.file}
          accept={accept}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            setProblem(null);
            setEncoding(null);
            if (file) readFile(file);
          }}
        />
      )}
    </Field>
  );
}
