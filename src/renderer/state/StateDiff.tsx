import { useMemo } from 'react';
import { diffJson, type JsonDifference, type JsonPath } from '../../exact-json/diff.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import styles from './state.module.css';

/** What a state changed against another one, deepest value first where it lies. */
export function StateDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const differences = useMemo(() => diffJson(before, after), [before, after]);
  if (differences.length === 0) {
    return <EmptyState compact title="No difference" sentence="Both states hold the same values." />;
  }
  return <DifferenceList differences={differences} />;
}

/** Differences shown at once; a list of thousands tells nobody anything. */
const mostShown = 200;
const longestShown = 500;

/** Differences as lines: the path, what was there, what is there now. Signs as well as colours. */
export function DifferenceList({ differences }: { readonly differences: readonly JsonDifference[] }) {
  return (
    <ul className={styles.differences} aria-label="Differences">
      {differences.slice(0, mostShown).map(({ path, kind, before, after }) => (
        <li key={`${kind}${pathText(path)}`} data-kind={kind}>
          <span className={styles.path}>{pathText(path)}</span>
          {before === null ? null : <Side sign="−" word="before" text={before} />}
          {after === null ? null : <Side sign="+" word="after" text={after} />}
        </li>
      ))}
      {differences.length > mostShown ? (
        <li className={styles.size}>and {(differences.length - mostShown).toLocaleString()} more</li>
      ) : null}
    </ul>
  );
}

function Side({ sign, word, text }: { readonly sign: string; readonly word: string; readonly text: string }) {
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return (
    <code className={word === 'before' ? styles.removed : styles.added}>
      <span aria-hidden="true">{sign} </span>
      <span className="visually-hidden">{word}: </span>
      {shown}
    </code>
  );
}

/** A path as one would write it in code: `messages[2].content`. */
function pathText(path: JsonPath): string {
  if (path.length === 0) return 'the whole state';
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (/^[A-Za-z_$][\w$]*$/.test(part)) return index === 0 ? part : `.${part}`;
      return `[${JSON.stringify(part)}]`;
    })
    .join('');
}
