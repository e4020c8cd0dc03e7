import { compactJson, formatJson } from 'exact-json';
import type { Assistant } from '../../../shared/model/assistant.ts';
import type { RunRecordSettings } from '../../../shared/model/run.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CodeText } from '../../ui/display/CodeText.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { showToast } from '../../ui/popups/toast-store.ts';
import { effectiveSettings } from '../composer/effective-settings.ts';
import { useSaveSettings } from './mutations.ts';
import styles from './RunList.module.css';

interface SaveSettingsDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly runName: string;
  readonly settings: RunRecordSettings;
  readonly assistant: Assistant;
  readonly onClose: () => void;
}

export function SaveSettingsDialog(props: SaveSettingsDialogProps) {
  const { connectionId, serverName, runName, settings, assistant, onClose } = props;
  const save = useSaveSettings(connectionId);
  const { configText, contextText } = effectiveSettings(assistant, { ...settings, recursionLimit: null });
  const isSame =
    compactJson(configText) === compactJson(assistant.configText) &&
    compactJson(contextText) === compactJson(assistant.contextText);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Save the settings of ${runName}?`}
      description={
        <>
          A new version of “{assistant.name}” on <strong>{serverName}</strong>: its settings, overridden by
          those of the run. Runs use it at once.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={isSame}
            title={isSame ? 'The assistant already has these settings.' : undefined}
            busy={save.isPending ? 'Saving' : null}
            onClick={() =>
              save.mutate(
                { ...assistant, configText, contextText },
                {
                  onSuccess: ({ version }) => {
                    showToast(version === null ? 'Saved.' : `Saved as version ${version}.`, 'ok');
                    onClose();
                  },
                },
              )
            }
          >
            Save as new version
          </Button>
        </>
      }
    >
      {isSame ? <p>The assistant already has these settings.</p> : null}
      <div className={styles.settings}>
        <h3>Context</h3>
        <CodeText label="Context" text={formatJson(contextText)} maxHeight={200} />
        <h3>Config</h3>
        <CodeText label="Config" text={formatJson(configText)} maxHeight={200} />
      </div>
      {save.error ? <ErrorNotice action="Save failed" error={save.error} /> : null}
    </Dialog>
  );
}
