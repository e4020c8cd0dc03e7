import { FolderCode, Link, Play, type LucideIcon } from 'lucide-react';
import { writeDraft } from '../storage/drafts.ts';
import { useUiStore, type UiState } from './ui-store.ts';
import { firstStepsKey } from './FirstSteps.tsx';
import styles from './Welcome.module.css';

const ways: readonly {
  readonly title: string;
  readonly sentence: string;
  readonly Icon: LucideIcon;
  readonly next: Partial<UiState>;
}[] = [
  {
    title: 'Try the demo',
    sentence: 'Example graphs on a server that comes with the studio. You need no API key and no model.',
    Icon: Play,
    next: { railView: 'threads' },
  },
  {
    title: 'Open your project',
    sentence: 'A folder with a langgraph.json. The studio starts its development server when you ask it to.',
    Icon: FolderCode,
    next: { railView: 'projects' },
  },
  {
    title: 'Connect to a server',
    sentence: 'Any graph server, by its address. Nothing is sent until you add it.',
    Icon: Link,
    next: { railView: 'threads', modal: 'add-server' },
  },
];

/** What a new studio shows: three ways to begin, and nothing else. */
export function Welcome() {
  const store = useUiStore();
  return (
    <main id="main" tabIndex={-1} className={styles.welcome} data-region>
      <h1>RemoteGraph Studio</h1>
      <p className={styles.lead}>Run, watch and debug graphs, wherever they run.</p>
      <div className={styles.ways}>
        {ways.map(({ title, sentence, Icon, next }) => (
          <button
            key={title}
            type="button"
            className={styles.way}
            onClick={() => {
              // From now on somebody has worked with this studio.
              writeDraft(firstStepsKey, '');
              store.setState({ ...next, isNew: false });
            }}
          >
            <Icon size={20} strokeWidth={1.8} aria-hidden />
            <span className={styles.title}>{title}</span>
            <span className={styles.sentence}>{sentence}</span>
          </button>
        ))}
      </div>
    </main>
  );
}
