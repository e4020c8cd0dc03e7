import { Plus, X } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuCheckItem } from '../ui/Menu.tsx';
import { namedGroup } from '../ui/named-group.ts';
import styles from './Runs.module.css';

export interface NodeNamesProps {
  readonly label: string;
  readonly names: readonly string[];
  /** The names to choose from. Chosen ones that the graph no longer has stay until they are taken away. */
  readonly known: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

/** The server's word for all nodes. */
const all = '*';

/** Some node names, chosen from the graph's. */
export function NodeNames({ label, names, known, onChange }: NodeNamesProps) {
  const choices = [all, ...known, ...names.filter((name) => name !== all && !known.includes(name))];
  const toggle = (name: string): void => {
    if (names.includes(name)) onChange(names.filter((one) => one !== name));
    else onChange(name === all ? [all] : [...names.filter((one) => one !== all), name]);
  };
  return (
    <div className={styles.names} {...namedGroup(label)}>
      <span className={styles.label}>{label}</span>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.name}
          aria-label={`Remove ${wordsFor(name)} from ${label.toLowerCase()}`}
          onClick={() => toggle(name)}
        >
          {wordsFor(name)}
          <X size={11} aria-hidden />
        </button>
      ))}
      <Menu
        trigger={
          <Button
            size="small"
            variant="ghost"
            icon={<Plus size={12} aria-hidden />}
            aria-label={`${label}: choose nodes`}
          >
            {names.length === 0 ? 'Choose nodes' : 'More'}
          </Button>
        }
      >
        {choices.map((name) => (
          <MenuCheckItem key={name} checked={names.includes(name)} onChange={() => toggle(name)}>
            {wordsFor(name)}
          </MenuCheckItem>
        ))}
      </Menu>
    </div>
  );
}

function wordsFor(name: string): string {
  return name === all ? 'every node' : name;
}
