import { FileJson, History } from 'lucide-react';
import { compactJson } from 'exact-json';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { JsonEditor } from '../../ui/json-editor/JsonEditor.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { Menu, MenuItem } from '../../ui/popups/Menu.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { SchemaForm } from '../../ui/schema/SchemaForm.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { ChatInput } from '../messages/ChatInput.tsx';
import type { ComposerInput } from './use-composer-input.ts';
import styles from './Composer.module.css';

export interface InputEditorProps {
  readonly input: ComposerInput;
  readonly onSubmit: () => void;
}

export function InputEditor({ input, onSubmit }: InputEditorProps) {
  const { mode, schemaText, text, setText, past } = input;
  return (
    <>
      <div className={styles.inputHead}>
        <SegmentedControl
          label="Write the input as"
          value={mode}
          onChange={input.choose}
          options={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
            { value: 'chat', label: 'Chat' },
          ]}
        />
        <span className={styles.inputTools}>
          {mode === 'chat' && input.messagesKeys.length > 1 ? (
            <Select
              label="Send to"
              value={input.messagesKey}
              onChange={input.chooseKey}
              options={input.messagesKeys.map((key) => ({ value: key, label: key }))}
            />
          ) : null}
          {mode === 'chat' || input.isLoading ? null : (
            <IconButton
              size="small"
              label="Fill in all fields"
              icon={<FileJson size={14} aria-hidden />}
              onClick={input.useTemplate}
            />
          )}
          {past.length === 0 || mode === 'chat' || mode === null ? null : (
            <Menu
              align="end"
              width={300}
              trigger={
                <IconButton size="small" label="Past inputs" icon={<History size={14} aria-hidden />} />
              }
            >
              {past.map((one) => (
                <MenuItem key={one} onSelect={() => setText(one)}>
                  {shortJson(one)}
                </MenuItem>
              ))}
            </Menu>
          )}
        </span>
      </div>
      {mode === 'chat' ? (
        <>
          {input.hasMessages || input.isLoading ? null : (
            <p className={styles.quiet}>
              The schema has no message list: this is sent as the field {input.messagesKey}.
            </p>
          )}
          <ChatInput
            draft={input.chat}
            onChange={input.setChat}
            inputText={text}
            messagesKey={input.messagesKey}
            blocks={input.blocks}
            onSend={onSubmit}
          />
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

function shortJson(text: string): string {
  const line = compactJson(text);
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
