import { useMemo } from 'react';
import { settingSources, type SettingOrigin, type SettingTexts } from './setting-origins.ts';
import styles from './SettingSources.module.css';

const origins: Readonly<Record<Exclude<SettingOrigin, 'assistant'>, string>> = {
  run: 'this run',
  default: 'default of the schema',
  unset: 'not set',
};

interface SettingSourcesProps extends SettingTexts {
  readonly label: string;
  readonly assistantLabel: string;
}

export function SettingSources(props: SettingSourcesProps) {
  const { label, schemaText, assistantText, runText, assistantLabel } = props;
  const sources = useMemo(
    () => settingSources({ schemaText, assistantText, runText }),
    [schemaText, assistantText, runText],
  );
  if (sources.length === 0) return null;
  return (
    <table className={styles.table} aria-label={`${label}: where each value comes from`}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">Value</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ key, valueText, origin, replacedText }) => (
          <tr key={key} data-origin={origin}>
            <th scope="row">{key}</th>
            <td>{valueText === null ? 'up to the code' : <code>{valueText}</code>}</td>
            <td title={replacedText === null ? undefined : `The assistant has ${replacedText}`}>
              {origin === 'assistant' ? assistantLabel : origins[origin]}
              {replacedText === null ? '' : ', instead of the assistant’s'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
