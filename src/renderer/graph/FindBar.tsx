import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { GraphNode } from '../../shared/model/graph.ts';
import { useCommandHandler } from '../commands/command-queue.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import styles from './FindBar.module.css';

export interface FindBarProps {
  readonly nodes: readonly GraphNode[];
  readonly onGo: (nodeId: string) => void;
  readonly onClose: () => void;
}

export function FindBar({ nodes, onGo, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null);
  useCommandHandler('find-node', () => input.current?.select());
  const [text, setText] = useState('');
  const [currentIndex, setCurrentIndex] = useState<number | null>(null);
  const matches = findNodes(nodes, text);

  const go = (step: 1 | -1): void => {
    if (matches.length === 0) return;
    const next =
      currentIndex === null
        ? step === 1
          ? 0
          : matches.length - 1
        : (currentIndex + step + matches.length) % matches.length;
    const node = matches[next];
    setCurrentIndex(next);
    if (node) onGo(node.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const name = currentIndex === null ? undefined : matches[currentIndex]?.id;
  return (
    <div className={styles.bar} role="search" aria-label="Find a node">
      <input
        className={styles.input}
        aria-label="Find a node by name or ID"
        placeholder="Node name or ID"
        ref={input}
        value={text}
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          setCurrentIndex(null);
        }}
        onKeyDown={onKeyDown}
      />
      <span className={styles.count} role="status" title={name}>
        {text.trim() === '' ? '' : countText(currentIndex, matches.length)}
        {name === undefined ? null : <span className="visually-hidden">, {name}</span>}
      </span>
      <IconButton
        size="small"
        label="Previous node"
        icon={<ChevronUp size={14} aria-hidden />}
        disabled={matches.length === 0}
        onClick={() => go(-1)}
      />
      <IconButton
        size="small"
        label="Next node"
        icon={<ChevronDown size={14} aria-hidden />}
        disabled={matches.length === 0}
        onClick={() => go(1)}
      />
      <IconButton size="small" label="Close search" icon={<X size={14} aria-hidden />} onClick={onClose} />
    </div>
  );
}

function countText(at: number | null, count: number): string {
  if (count === 0) return 'No node';
  if (at !== null) return `${at + 1} of ${count}`;
  return count === 1 ? '1 node' : `${count} nodes`;
}

export function findNodes(nodes: readonly GraphNode[], text: string): GraphNode[] {
  const searchText = text.trim().toLowerCase();
  if (searchText === '') return [];
  const rankOf = ({ label, id }: GraphNode): number | null => {
    const name = label.toLowerCase();
    if (name === searchText || id.toLowerCase() === searchText) return 0;
    if (name.startsWith(searchText)) return 1;
    return name.includes(searchText) || id.toLowerCase().includes(searchText) ? 2 : null;
  };
  return [0, 1, 2].flatMap((rank) => nodes.filter((node) => rankOf(node) === rank));
}
