import { useMemo } from 'react';
import { formatJson, parseTree } from 'exact-json';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { CodeText } from '../../ui/display/CodeText.tsx';
import { TruncatedText } from '../../ui/display/TruncatedText.tsx';
import styles from './RunMessagesView.module.css';

// Longer texts are not formatted: the page would stutter.
const maxFormattedLength = 100_000;

// While it streams, and if it is no JSON, a text is shown as it is.
export function JsonOrText({ label, text }: { readonly label: string; readonly text: string }) {
  const formatted = useMemo(() => formatIfJson(text), [text]);
  if (text === '') return null;
  if (formatted === null) {
    return (
      <div className={styles.args}>
        <TruncatedText text={text} />
      </div>
    );
  }
  return (
    <div className={styles.json}>
      <CodeText label={label} text={formatted} wrap maxHeight={260} />
      <CopyButton label={`Copy: ${label}`} text={text} />
    </div>
  );
}

// Only objects and lists are worth formatting; keeps every number as it was sent.
function formatIfJson(text: string): string | null {
  // While it streams, a text rarely has its end, and is not parsed for each token.
  if (text.length > maxFormattedLength || !/^\s*[{[]/.test(text) || !/[}\]]\s*$/.test(text.slice(-20)))
    return null;
  try {
    parseTree(text);
  } catch {
    return null;
  }
  return formatJson(text);
}
