import { Regex } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import type { TextPattern } from './text-matcher.ts';
import styles from './EventsView.module.css';

// Debounce of the search, in milliseconds.
const restMs = 150;

export interface EventSearchFieldProps {
  readonly pattern: TextPattern;
  readonly onChange: (pattern: TextPattern) => void;
}

export function EventSearchField({ pattern, onChange }: EventSearchFieldProps) {
  const [text, setText] = useState(pattern.text);
  useEffect(() => {
    if (text === pattern.text) return;
    const timer = setTimeout(() => onChange({ ...pattern, text }), restMs);
    return () => clearTimeout(timer);
  }, [text, pattern, onChange]);
  return (
    <div className={styles.search}>
      <TextField
        label="Find in events"
        hideLabel
        type="search"
        value={text}
        onChange={setText}
        placeholder={pattern.isExpression ? 'Regular expression' : 'Find text'}
        spellCheck={false}
      />
      <IconButton
        label="Regular expression"
        size="small"
        icon={<Regex size={13} aria-hidden />}
        pressed={pattern.isExpression}
        onClick={() => onChange({ text, isExpression: !pattern.isExpression })}
      />
    </div>
  );
}
