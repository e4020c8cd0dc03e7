import type { ConfigSetting } from '../../shared/model/project.ts';
import styles from './ConfigSettings.module.css';

/** What `langgraph.json` sets of the server, each as a sentence. */
export function ConfigSettings({ settings }: { readonly settings: readonly ConfigSetting[] }) {
  return (
    <ul className={styles.settings} aria-label="Settings in langgraph.json">
      {settings.map(({ name, line, text }) => (
        <li key={`${line} ${name}`}>
          <p className={text === null ? styles.unknown : undefined}>
            {text ?? 'Unknown: no server that the studio knows reads this.'}
          </p>
          <p className={styles.place}>
            <code>{name}</code>, line {line}
          </p>
        </li>
      ))}
    </ul>
  );
}
