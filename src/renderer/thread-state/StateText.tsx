import { useMemo } from 'react';
import { CodeText } from '../ui/display/CodeText.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { JsonEditor } from '../ui/json-editor/JsonEditor.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { sizeText } from '../ui/display/format.ts';
import { useJsonJob } from './use-json-job.ts';
import styles from './state.module.css';

export function FormattedText({ text }: { readonly text: string }) {
  const { result, problem } = useJsonJob<'format'>(useMemo(() => ({ kind: 'format', text }), [text]));
  if (problem !== null) return <ErrorNotice action="Could not show the state" error={new Error(problem)} />;
  if (result === null) return <Loading fill>Laying out the state…</Loading>;
  return <JsonEditor label="State text" value={result} onChange={() => {}} readOnly />;
}

// Megabytes without line breaks would freeze the window.
const drawnAtOnce = 200_000;

/** The values byte for byte as sent. */
export function RawText({ text }: { readonly text: string }) {
  return (
    <div className={styles.raw}>
      <p className={styles.hint}>
        The raw values from the server, {sizeText(text.length)}
        {text.length > drawnAtOnce ? `; the first ${sizeText(drawnAtOnce)} are shown` : ''}.
        <CopyButton label="Copy all of it" text={text} />
      </p>
      <div className={styles.scroll}>
        <CodeText label="Values as sent" text={text.slice(0, drawnAtOnce)} wrap />
      </div>
    </div>
  );
}
