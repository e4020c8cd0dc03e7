import { useEffect, useId, useRef, useState } from 'react';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { handlesEscape } from '../handles-escape.ts';
import { changeText, createJsonEditor, editable, setProblems, setSchema } from './json-editor-setup.ts';
import type { JsonEditorProps } from './json-editor-props.ts';
import styles from './JsonEditor.module.css';

// CodeMirror as a React component. React owns the text; CodeMirror owns the cursor and the undo history.
export function CodeMirrorJson(props: JsonEditorProps) {
  const { label, value, readOnly = false, minHeight = 64, maxHeight, problems, schemaText = null } = props;
  const hintId = useId();
  const [tabLeaves, setTabLeaves] = useState(false);
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!holder.current) return;
    const created = createJsonEditor(holder.current, {
      text: latest.current.value,
      label: latest.current.label,
      onChange: (text) => latest.current.onChange(text),
      onSubmit: () => {
        latest.current.onSubmit?.();
        return latest.current.onSubmit !== undefined;
      },
      onTabLeaves: setTabLeaves,
    });
    view.current = created;
    if (latest.current.takesFocus === true) created.focus();
    return () => {
      view.current = null;
      created.destroy();
    };
  }, []);

  useEffect(() => {
    if (view.current) changeText(view.current, value);
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({
      effects: editable.reconfigure([EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)]),
    });
  }, [readOnly]);
  useEffect(() => {
    view.current?.contentDOM.setAttribute('aria-label', label);
  }, [label]);
  useEffect(() => {
    const content = view.current?.contentDOM;
    if (readOnly) content?.removeAttribute('aria-describedby');
    else content?.setAttribute('aria-describedby', hintId);
  }, [readOnly, hintId]);
  useEffect(() => {
    if (view.current) setSchema(view.current, schemaText);
  }, [schemaText]);
  useEffect(() => {
    if (view.current) setProblems(view.current, problems ?? []);
  }, [problems]);

  return (
    <div
      ref={holder}
      className={maxHeight === undefined ? styles.fill : styles.grow}
      style={{ minHeight, maxHeight }}
      {...(readOnly || tabLeaves ? {} : handlesEscape)}
    >
      {readOnly ? null : (
        <p id={hintId} className={styles.hint} role="status">
          {tabLeaves ? 'Tab leaves the editor' : 'Tab indents. Esc, then Tab leaves'}
        </p>
      )}
    </div>
  );
}
