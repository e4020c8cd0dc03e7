import { FileInput, TriangleAlert } from 'lucide-react';
import type { InputFile } from '../../shared/model/input-file.ts';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { ListRow } from '../ui/resource-view/ListRow.tsx';
import { useInputSummary } from './queries.ts';
import styles from './InputsView.module.css';

// As high as a line with text, which a plain space is not: rows must not move under the pointer when they are read.
const emptyLine = '\u00a0';

interface InputRowProps {
  readonly connectionId: string;
  readonly file: InputFile;
}

export function InputRow({ connectionId, file }: InputRowProps) {
  const { data } = useInputSummary(connectionId, file);
  const slashIndex = file.path.lastIndexOf('/');
  const problem = data?.problem ?? null;
  return (
    <ListRow
      icon={
        problem === null ? (
          <FileInput size={14} aria-hidden />
        ) : (
          <TriangleAlert size={14} aria-label="Can’t be read" className={styles.problem} />
        )
      }
      name={
        <>
          {slashIndex < 0 ? null : (
            <span className={styles.inFolder}>{file.path.slice(0, slashIndex + 1)}</span>
          )}
          {file.path.slice(slashIndex + 1).replace(/\.json$/, '')}
        </>
      }
      end={<TimeAgo at={file.changedAt} />}
      second={data === undefined ? emptyLine : secondLine(data)}
      secondEnd=""
    />
  );
}

interface Summary {
  readonly graph: string | null;
  readonly description: string | null;
  readonly checks: number;
  readonly problem: { readonly message: string; readonly line: number } | null;
}

function secondLine({ graph, description, checks, problem }: Summary): string {
  if (problem !== null) return `Line ${problem.line}: ${problem.message}`;
  const parts = [
    graph ?? 'any graph',
    checks === 0 ? null : `${checks} ${checks === 1 ? 'check' : 'checks'}`,
    description,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
