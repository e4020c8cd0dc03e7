import { countOf } from '../../shared/count-of.ts';
import { pathLabel } from '../../shared/inputs/experiment-labels.ts';
import type { GraphPlan } from './plan-by-graph.ts';
import { targetLabel } from './targets.ts';
import styles from './Experiments.module.css';

// Refused inputs that are named; of more, their number is shown.
const maxNamed = 5;

export function GraphPlanList({ parts, unnamed, refused }: GraphPlan) {
  return (
    <>
      <ul className={styles.plan} aria-label="Runs by assistant">
        {parts.map(({ target, paths }) => (
          <li key={target.assistantId}>
            <span>{targetLabel(target)}</span>
            <span className={styles.quiet}>
              {target.graphId === target.assistantName ? '' : `${target.graphId} · `}
              {countOf(paths.length, 'input')}
            </span>
          </li>
        ))}
      </ul>
      {unnamed.length === 0 ? null : (
        <p className={styles.quiet}>
          {unnamed.length === 1
            ? '1 input does not specify a graph and runs on the selected assistant.'
            : `${unnamed.length.toLocaleString('en')} inputs do not specify a graph and run on the selected assistant.`}
        </p>
      )}
      <RefusedInputs refused={refused} />
    </>
  );
}

export function RefusedInputs({ refused }: Pick<GraphPlan, 'refused'>) {
  if (refused.length === 0) return null;
  return (
    <div role="alert" className={styles.problem}>
      <p>{`${countOf(refused.length, 'input')} can’t be started:`}</p>
      <ul className={styles.refused}>
        {refused.slice(0, maxNamed).map(({ path, problem }) => (
          <li key={path}>{`${pathLabel(path)}: ${problem}`}</li>
        ))}
      </ul>
      {refused.length > maxNamed ? (
        <p>{`And ${(refused.length - maxNamed).toLocaleString('en')} more.`}</p>
      ) : null}
    </div>
  );
}
