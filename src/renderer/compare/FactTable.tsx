import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { factRows, type ComparedFact, type FactSide } from './fact-rows.ts';
import { useAssistantName } from './queries.ts';
import styles from './Compare.module.css';

type UnnamedSide = Omit<FactSide, 'assistantName'>;

interface FactTableProps {
  readonly left: UnnamedSide;
  readonly right: UnnamedSide;
  readonly onlyDifferent: boolean;
}

export function FactTable({ left, right, onlyDifferent }: FactTableProps) {
  const rows = factRows(useNamed(left), useNamed(right)).filter(
    ({ isDifferent }) => !onlyDifferent || isDifferent === true,
  );
  if (rows.length === 0) return <p className={styles.quiet}>All known facts are the same.</p>;
  return (
    <table className={styles.facts}>
      <caption className="visually-hidden">Facts of both sides</caption>
      <thead>
        <tr>
          <th scope="col">Fact</th>
          <th scope="col">Left</th>
          <th scope="col">Right</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.name} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function useNamed(side: UnnamedSide): FactSide {
  return { ...side, assistantName: useAssistantName(side.side.connectionId, side.facts.assistantId) };
}

function Row({ row }: { readonly row: ComparedFact }) {
  const { name, isDifferent, difference } = row;
  return (
    <tr data-different={isDifferent === true}>
      <th scope="row">
        {name}
        {isDifferent === true ? (
          <span className={styles.sign} title="different">
            {' '}
            ≠
          </span>
        ) : null}
      </th>
      <Value text={row.left} id={row.leftId} label={`Copy ID: ${name}, left`} />
      <Value text={row.right} id={row.rightId} label={`Copy ID: ${name}, right`} />
      <td className={styles.difference}>{difference}</td>
    </tr>
  );
}

function Value({
  text,
  id,
  label,
}: {
  readonly text: string;
  readonly id: string | null;
  readonly label: string;
}) {
  return id === null ? (
    <td>{text}</td>
  ) : (
    <td title={id}>
      {text} <CopyButton label={label} text={id} />
    </td>
  );
}
