import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import styles from './edit.module.css';

interface TreeFieldProps {
  readonly label: string;
  readonly start: string;
  // Returns why the text was rejected, or `null`.
  readonly onCommit: (text: string) => string | null;
  readonly onCancel: () => void;
}

export function TreeField({ label, start, onCommit, onCancel }: TreeFieldProps) {
  const [text, setText] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const over = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const commit = (): void => {
    if (over.current) return;
    const refused = text === start ? null : onCommit(text);
    setProblem(refused);
    if (refused !== null) return;
    over.current = true;
    if (text === start) onCancel();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    event.stopPropagation();
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    const tree = event.currentTarget.closest<HTMLElement>('[role="tree"]');
    if (event.key === 'Enter') commit();
    else {
      over.current = true;
      onCancel();
    }
    if (over.current) tree?.focus();
  };
  return (
    <span className={styles.field}>
      <input
        ref={field}
        aria-label={label}
        aria-invalid={problem !== null}
        title={problem ?? undefined}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onClick={(event) => event.stopPropagation()}
        onBlur={commit}
        onKeyDown={onKeyDown}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      {problem === null ? null : <span role="alert">{problem}</span>}
    </span>
  );
}
