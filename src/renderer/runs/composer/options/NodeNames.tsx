import { Plus, X } from 'lucide-react';
import { everyNode } from '../../../client/breakpoints.ts';
import { Button } from '../../../ui/Button.tsx';
import { Menu, MenuCheckItem } from '../../../ui/Menu.tsx';
import { namedGroup } from '../../../ui/named-group.ts';
import styles from './Options.module.css';

export interface NodeNamesProps {
  readonly label: string;
  readonly names: readonly string[];
  /** The names to choose from. Chosen ones that the graph no longer has stay until they are taken away. */
  readonly known: readonly string[];
  readonly onToggle: (name: string) => void;
}

/** Some node names, chosen from the graph's. */
export function NodeNames({ label, names, known, onToggle }: NodeNamesProps) {
  const choices = [
    everyNode,
    ...known,
    ...names.filter((name) => name !== everyNode && !known.includes(name)),
  ];
  return (
    <div className={styles.names} {...namedGroup(label)}>
      <span className={styles.label}>{label}</span>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.name}
          aria-label={`Remove ${wordsFor(name)} from ${label.toLowerCase()}`}
          onClick={() => onToggle(name)}
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
          <MenuCheckItem key={name} checked={names.includes(name)} onChange={() => onToggle(name)}>
            {wordsFor(name)}
          </MenuCheckItem>
        ))}
      </Menu>
    </div>
  );
}

function wordsFor(name: string): string {
  return name === everyNode ? 'every node' : name;
}
