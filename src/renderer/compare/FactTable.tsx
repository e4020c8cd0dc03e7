import { factRows, type ComparedFact, type FactSide } from './fact-rows.ts';
import styles from './Compare.module.css';

interface FactTableProps {
  readonly left: FactSide;
  readonly right: FactSide;
  readonly onlyDifferent: boolean;
}

export function FactTable({ left, right, onlyDifferent }: FactTableProps) {
  const rows = factRows(left, right).filter(({ isDifferent }) => !onlyDifferent || isDifferent === true);
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

function Row({ row: { name, left, right, isDifferent, difference } }: { readonly row: ComparedFact }) {
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
      <td>{left}</td>
      <td>{right}</td>
      <td className={styles.difference}>{difference}</td>
    </tr>
  );
}
