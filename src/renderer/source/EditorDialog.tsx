import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditorChoice, EditorSettings } from '../../shared/model/editor.ts';
import { useCallMutation, useCallQuery } from '../queries/use-call.ts';
import { editorsQuery } from '../queries/shared-queries.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import styles from './Source.module.css';

const example = '{ "command": ["subl", "{file}:{line}:{column}"] }';

/** Chooses the editor that source opens in. */
export function EditorDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useCallQuery(editorsQuery, 'source.editors', {});
  if (data) return <EditorForm settings={data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title="Editor" width={520}>
      {error ? (
        <ErrorNotice action="Could not look for editors" error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>Looking for editors</Loading>
      )}
    </Dialog>
  );
}

function EditorForm({
  settings,
  onClose,
}: {
  readonly settings: EditorSettings;
  readonly onClose: () => void;
}) {
  const { installed, customCommand, customCommandFile, problem } = settings;
  const [choice, setChoice] = useState<EditorChoice>(settings.choice);
  const queryClient = useQueryClient();
  const choose = useCallMutation('source.chooseEditor');
  const options = optionsOf(settings);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Editor"
      description="The editor that opens the source of projects on this computer."
      width={520}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={choose.isPending ? 'Saving' : null}
            onClick={() =>
              choose.mutate(
                { choice },
                {
                  onSuccess: (next) => {
                    queryClient.setQueryData(editorsQuery, next);
                    onClose();
                  },
                },
              )
            }
          >
            Save
          </Button>
        </>
      }
    >
      <div className={styles.entries}>
        <Select
          label="Editor"
          value={choice}
          options={options}
          onChange={(value) => {
            const option = options.find((one) => one.value === value);
            if (option) setChoice(option.value);
          }}
        />
        {installed.length === 0 && customCommand === null ? (
          <p className={styles.quiet}>
            No editor was found. The studio looks for VS Code, Cursor, Windsurf, VSCodium, Zed, Sublime Text
            and JetBrains editors.
          </p>
        ) : null}
        {problem === null ? null : (
          <p className={styles.problem} role="note">
            {problem}
          </p>
        )}
        <div className={styles.custom}>
          <p className={styles.quiet}>
            For another editor, write its command into this file. It can’t be entered here, so that no web
            page can choose which program starts.
          </p>
          <p className={styles.copied}>
            <code>{customCommandFile}</code>
            <CopyButton label="Copy path" text={customCommandFile} />
          </p>
          <p className={styles.copied}>
            <code>{example}</code>
            <CopyButton label="Copy example" text={example} />
          </p>
        </div>
        {choose.error ? <ErrorNotice action="Could not save the editor" error={choose.error} /> : null}
      </div>
    </Dialog>
  );
}

interface EditorOption {
  readonly value: EditorChoice;
  readonly label: string;
  readonly detail?: string;
}

function optionsOf({ choice, used, installed, customCommand }: EditorSettings): EditorOption[] {
  const options: EditorOption[] = [
    {
      value: 'automatic',
      label: 'Automatic',
      ...(choice === 'automatic' && used !== null ? { detail: `Currently ${used}` } : {}),
    },
    ...installed.map(({ id, name }): EditorOption => ({ value: id, label: name })),
    ...(customCommand === null
      ? []
      : [{ value: 'custom' as const, label: 'Custom command', detail: customCommand.join(' ') }]),
  ];
  // Chosen once, and gone.
  return options.some(({ value }) => value === choice)
    ? options
    : [
        ...options,
        { value: choice, label: choice === 'custom' ? 'Custom command' : choice, detail: 'Not found' },
      ];
}
