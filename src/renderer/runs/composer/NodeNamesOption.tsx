import { Plus, X } from 'lucide-react';
import { everyNode } from '../../../shared/model/breakpoint.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Menu, MenuCheckItem } from '../../ui/popups/Menu.tsx';
import { groupProps } from '../../ui/a11y-props.ts';
import styles from './RunOptionsForm.module.css';

export interface NodeNamesOptionProps {
  readonly label: string;
  readonly names: readonly string[];
  /** The available names. Selected names that the graph no longer has stay until they are removed. */
  readonly nodeNames: readonly string[];
  readonly onToggle: (name: string) => void;
}

export function NodeNamesOption({ label, names, nodeNames, onToggle }: NodeNamesOptionProps) {
  const choices = [
    everyNode,
    ...nodeNames,
    ...names.filter((name) => name !== everyNode && !nodeNames.includes(name)),
  ];
  return (
    <div className={styles.names} {...groupProps(label)}>
      <span className={styles.label}>{label}</span>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.name}
          aria-label={`Remove ${labelFor(name)} from ${label.toLowerCase()}`}
          onClick={() => onToggle(name)}
        >
          {labelFor(name)}
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
            {labelFor(name)}
          </MenuCheckItem>
        ))}
      </Menu>
    </div>
  );
}

function labelFor(name: string): string {
  return name === everyNode ? 'every node' : name;
}
