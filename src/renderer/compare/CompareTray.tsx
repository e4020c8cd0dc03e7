import { clsx } from 'clsx';
import { Activity, ArrowLeftRight, Bot, History, MessagesSquare, Plus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  clearTray,
  setDragging,
  setTrayPlace,
  swapSides,
  useCompareTray,
  type TrayEntry,
  type TrayPlace,
} from '../shared-ui/compare-tray.ts';
import { droppedEntry, hasEntry } from '../shared-ui/compare-drag.ts';
import { groupProps } from '../ui/a11y-props.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { Menu, MenuItem, MenuLabel } from '../ui/popups/Menu.tsx';
import { useThreadName } from './queries.ts';
import styles from './CompareTray.module.css';

export interface CompareTrayProps {
  readonly serverName: (connectionId: string) => string | null;
  readonly choices: readonly TrayEntry[];
  readonly onOpen: (entry: TrayEntry) => void;
  readonly children?: ReactNode;
}

const choiceIcons: Partial<Record<TrayEntry['side']['kind'], ReactNode>> = {
  run: <Activity size={14} aria-hidden />,
  checkpoint: <History size={14} aria-hidden />,
  thread: <MessagesSquare size={14} aria-hidden />,
  assistant: <Bot size={14} aria-hidden />,
};

const placeNames: Readonly<Record<TrayPlace, string>> = { left: 'Left', right: 'Right' };

/** The two things that are compared. Rows can be dropped on each place; *Compare…* in their menus does the same. */
export function CompareTray({ children, ...props }: CompareTrayProps) {
  const left = useCompareTray((tray) => tray.left);
  const right = useCompareTray((tray) => tray.right);
  return (
    <section className={styles.tray} aria-label="Compare tray">
      <Place place="left" entry={left} {...props} />
      <IconButton
        size="small"
        label="Swap sides"
        icon={<ArrowLeftRight size={14} aria-hidden />}
        disabled={left === null && right === null}
        onClick={swapSides}
      />
      <Place place="right" entry={right} {...props} />
      <span className={styles.end}>
        {children}
        <Button
          size="small"
          variant="ghost"
          disabled={left === null && right === null}
          onClick={() => {
            clearTray();
            setDragging(false);
          }}
        >
          Clear
        </Button>
      </span>
    </section>
  );
}

interface PlaceProps extends Omit<CompareTrayProps, 'children'> {
  readonly place: TrayPlace;
  readonly entry: TrayEntry | null;
}

function Place({ place, entry, serverName, choices, onOpen }: PlaceProps) {
  const isDragging = useCompareTray((tray) => tray.isDragging);
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={clsx(styles.place, isDragging && styles.target, isOver && styles.over)}
      {...groupProps(`${placeNames[place]} side`)}
      onDragOver={(event) => {
        if (!hasEntry(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        setDragging(false);
        const dropped = droppedEntry(event);
        if (dropped !== null) setTrayPlace(place, dropped);
      }}
    >
      <span className={styles.label}>{placeNames[place]}</span>
      {entry === null ? (
        <EmptyPlace place={place} choices={choices} isDragging={isDragging} />
      ) : (
        <FilledPlace place={place} entry={entry} serverName={serverName} onOpen={onOpen} />
      )}
    </div>
  );
}

function EmptyPlace({
  place,
  choices,
  isDragging,
}: Pick<PlaceProps, 'place' | 'choices'> & { readonly isDragging: boolean }) {
  const hint = isDragging ? 'Drop it here' : 'Drag a row here, or use Compare… in its menu';
  return (
    <>
      <span className={styles.hint} title={hint}>
        {hint}
      </span>
      <Menu
        align="end"
        trigger={
          <Button size="small" icon={<Plus size={13} aria-hidden />} disabled={choices.length === 0}>
            Choose
          </Button>
        }
      >
        <MenuLabel>Selected now</MenuLabel>
        {choices.map((choice) => (
          <MenuItem
            key={JSON.stringify(choice.side)}
            icon={choiceIcons[choice.side.kind]}
            detail={choice.of ?? undefined}
            onSelect={() => setTrayPlace(place, choice)}
          >
            {choice.title}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

function FilledPlace({
  place,
  entry,
  serverName,
  onOpen,
}: Pick<PlaceProps, 'place' | 'serverName' | 'onOpen'> & { readonly entry: TrayEntry }) {
  const { side, title, of, at } = entry;
  const threadId = side.kind === 'assistant' ? null : side.threadId;
  const name = useThreadName(side.connectionId, threadId) ?? of;
  const server = serverName(side.connectionId);
  const where = [name, server ?? 'removed server'].filter((text) => text !== null && text !== title);
  return (
    <>
      <button
        type="button"
        className={styles.entry}
        title={`Show ${[title, ...where].join(' · ')}`}
        onClick={() => onOpen(entry)}
      >
        <b>{title}</b>
        <span>{where.join(' · ')}</span>
        {at === null ? null : <TimeAgo at={at} />}
      </button>
      <IconButton
        size="small"
        label={`Remove ${placeNames[place].toLowerCase()} side`}
        icon={<X size={13} aria-hidden />}
        onClick={() => setTrayPlace(place, null)}
      />
    </>
  );
}
