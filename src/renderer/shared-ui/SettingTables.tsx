import { compactJson, memberText } from 'exact-json';
import type { Assistant } from '../../shared/model/assistant.ts';
import { SettingSources } from './SettingSources.tsx';
import styles from './SettingSources.module.css';

interface SettingTablesProps {
  readonly schemas: { readonly contextText: string | null; readonly configText: string | null } | undefined;
  readonly assistant: Pick<Assistant, 'contextText' | 'configText'>;
  readonly run: { readonly contextText: string | null; readonly configText: string | null } | null;
  // What the assistant's own values are called: `set here` where they are edited.
  readonly assistantLabel?: string;
}

export function SettingTables({ schemas, assistant, run, assistantLabel = 'assistant' }: SettingTablesProps) {
  if (hasNoSettings({ schemas, assistant, run }))
    return <p className={styles.note}>No settings: none are set here, and the schema defines none.</p>;
  return (
    <>
      <SettingSources
        label="Context"
        schemaText={schemas?.contextText ?? null}
        assistantText={assistant.contextText}
        runText={run?.contextText ?? null}
        assistantLabel={assistantLabel}
      />
      <SettingSources
        label="Configurable"
        schemaText={schemas?.configText ?? null}
        assistantText={memberText(assistant.configText, 'configurable') ?? '{}'}
        runText={memberText(run?.configText ?? '{}', 'configurable')}
        assistantLabel={assistantLabel}
      />
      <p className={styles.note}>
        Servers do not have to apply the defaults of a schema. The JavaScript server does not, so the code
        gets them only if it applies them itself.
      </p>
    </>
  );
}

function hasNoSettings({ schemas, assistant, run }: Omit<SettingTablesProps, 'assistantLabel'>): boolean {
  const texts = [
    assistant.contextText,
    memberText(assistant.configText, 'configurable'),
    run?.contextText,
    memberText(run?.configText ?? '{}', 'configurable'),
    memberText(schemas?.contextText ?? '{}', 'properties'),
    memberText(schemas?.configText ?? '{}', 'properties'),
  ];
  return schemas !== undefined && texts.every((text) => text == null || compactJson(text) === '{}');
}
