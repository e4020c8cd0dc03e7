import { memberText, mergeMembers } from 'exact-json';
import { useSchemas } from '../../queries/shared-queries.ts';
import { settingSources, type SettingSource } from '../../shared-ui/setting-origins.ts';
import { groupProps } from '../../ui/a11y-props.ts';
import { focusGroupProps } from '../../ui/controls/focus-group-props.ts';
import { objectProblem } from '../../ui/json-editor/object-problem.ts';
import { readSchema } from '../../ui/schema/read-schema.ts';
import { fieldTemplate } from '../../ui/schema/schema-template.ts';
import type { OptionsProps, SettingPlace } from './AssistantSettings.tsx';
import styles from './Composer.module.css';

export interface SettingsLineProps extends OptionsProps {
  /** `null`: no certain one. */
  readonly onPick: (place: SettingPlace | null) => void;
}

// More are counted.
const maxSettings = 5;

/** The settings of the assistant, below the input: one click goes to the field of one, which is set for the next runs. */
export function SettingsLine({ connectionId, assistant, options, onChange, onPick }: SettingsLineProps) {
  const schemas = useSchemas(connectionId, assistant.assistantId).data;
  const { configText, contextText } = options;
  const isValid = [configText, contextText].every((text) => text === null || objectProblem(text) === null);
  if (schemas === undefined || !isValid) return null;
  const context = settingSources({
    schemaText: schemas.contextText,
    assistantText: assistant.contextText,
    runText: contextText,
  });
  const config = settingSources({
    schemaText: schemas.configText,
    assistantText: memberText(assistant.configText, 'configurable') ?? '{}',
    runText: memberText(configText ?? '{}', 'configurable'),
  });
  const all = [
    ...context.map((source) => ({ field: 'context' as const, source })),
    // The JavaScript server has one schema for both.
    ...config
      .filter(({ key }) => !context.some((one) => one.key === key))
      .map((source) => ({ field: 'config' as const, source })),
  ];
  if (all.length === 0) return null;
  const pick = (field: SettingPlace['field'], { key, origin }: SettingSource): void => {
    const isSet = origin === 'run' || origin === 'assistant';
    if (field === 'context') {
      if (!isSet) onChange({ contextText: withMember(contextText, key, schemas.contextText) });
      return onPick({ field, path: `/${key}` });
    }
    if (!isSet) {
      const configurable = withMember(
        memberText(configText ?? '{}', 'configurable'),
        key,
        schemas.configText,
      );
      onChange({ configText: mergeMembers(configText ?? '{}', `{"configurable":${configurable}}`) });
    }
    onPick({ field, path: `/configurable/${key}` });
  };
  const unnamedCount = all.length - maxSettings;
  return (
    <div
      className={styles.settings}
      {...groupProps('Settings of the assistant')}
      {...focusGroupProps('horizontal')}
    >
      <span className={styles.quiet}>Settings</span>
      {all.slice(0, maxSettings).map(({ field, source }) => {
        const { key, origin, valueText } = source;
        const isSet = origin === 'run' || origin === 'assistant';
        return (
          <button
            key={`${field} ${key}`}
            type="button"
            className={styles.setting}
            data-changed={origin === 'run'}
            aria-label={`${isSet ? 'Change' : 'Set'} ${key}`}
            title={`${key}: ${valueText ?? 'not set'}${origin === 'run' ? ', for runs from here' : ''}`}
            onClick={() => pick(field, source)}
          >
            {key}
            {isSet ? <code>{valueText}</code> : null}
          </button>
        );
      })}
      {unnamedCount > 0 ? (
        <button type="button" className={styles.setting} onClick={() => onPick(null)}>
          {unnamedCount.toLocaleString('en')} more
        </button>
      ) : null}
    </div>
  );
}

// An object with the value from which its form starts for a member.
function withMember(text: string | null, key: string, schemaText: string | null): string {
  const schema = readSchema(schemaText);
  const member = schema?.kind === 'object' ? schema.members.find((one) => one.key === key) : undefined;
  const valueText = member === undefined ? 'null' : fieldTemplate(member.field());
  return mergeMembers(text ?? '{}', `{${JSON.stringify(key)}:${valueText}}`);
}
