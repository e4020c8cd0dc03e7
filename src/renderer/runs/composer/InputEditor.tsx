import { FileJson, MessageSquare } from 'lucide-react';
import { dispatch } from '../../commands/command-queue.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { JsonEditor } from '../../ui/json-editor/JsonEditor.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { SchemaForm } from '../../ui/schema/SchemaForm.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import type { ComposerInput } from './use-composer-input.ts';
import styles from './Composer.module.css';

export interface InputEditorProps {
  readonly input: ComposerInput;
  readonly onSubmit: () => void;
}

export function InputEditor({ input, onSubmit }: InputEditorProps) {
  const { mode, schemaText, text, setText } = input;
  return (
    <>
      <div className={styles.inputHead}>
        <SegmentedControl
          label="Write the input as"
          value={mode}
          onChange={(chosen) => {
            input.choose(chosen);
            if (chosen === 'chat') dispatch({ type: 'focus-chat' });
          }}
          options={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
            { value: 'chat', label: 'Chat' },
          ]}
        />
        <span className={styles.inputTools}>
          {mode === 'chat' || input.isLoading ? null : (
            <IconButton
              size="small"
              label="Fill in all fields"
              icon={<FileJson size={14} aria-hidden />}
              onClick={input.useTemplate}
            />
          )}
        </span>
      </div>
      {mode === 'chat' ? (
        <>
          <p className={styles.quiet}>Messages are written in Chat, below the transcript.</p>
          <Button
            className={styles.toChat}
            icon={<MessageSquare size={13} aria-hidden />}
            onClick={() => dispatch({ type: 'focus-chat' })}
          >
            Write a message
          </Button>
        </>
      ) : mode === null || (mode === 'form' && input.isLoading) ? (
        <div className={styles.schemaLoading}>
          <Loading>Loading the schema</Loading>
          <p className={styles.quiet}>Switch to JSON to write the input now.</p>
        </div>
      ) : mode === 'form' ? (
        <div
          role="presentation"
          className={styles.form}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
            event.preventDefault();
            onSubmit();
          }}
        >
          <SchemaForm
            label="Input"
            formId={input.formId}
            schemaText={schemaText}
            valueText={text}
            onChange={setText}
            onProblem={input.onFormProblem}
          />
        </div>
      ) : (
        <div className={styles.editor}>
          <JsonEditor
            label="Input"
            value={text}
            onChange={setText}
            onSubmit={onSubmit}
            schemaText={schemaText}
          />
        </div>
      )}
    </>
  );
}
