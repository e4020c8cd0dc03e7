import { Command as Palette } from 'cmdk';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { ThreadStatusIcon } from '../../run-state/ThreadStatusIcon.tsx';
import { assistantNote } from '../../assistants/group-by-graph.ts';
import { serverNote } from '../../connections/connection-labels.ts';
import { useThreads } from '../../threads/queries.ts';
import { shortThreadId, threadTitle } from '../../threads/thread-labels.ts';
import { Kbd } from '../../ui/display/Kbd.tsx';
import type { CommandItem } from '../commands/commands.ts';
import { fuzzyScore } from './fuzzy-score.ts';
import { useUiStore } from '../workbench/ui-store.ts';
import type { Workbench } from '../workbench/use-workbench.ts';
import styles from './CommandPalette.module.css';

export interface CommandPaletteProps {
  readonly workbench: Workbench;
  readonly commands: readonly CommandItem[];
  readonly onClose: () => void;
}

/** Searches all commands, threads, assistants and servers. Mounted while open. */
export function CommandPalette({ workbench, commands, onClose }: CommandPaletteProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content className={styles.dialog} aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">Search or run a command</Dialog.Title>
          <Palette label="Search or run a command" loop filter={fuzzyScore} className={styles.palette}>
            <Palette.Input className={styles.input} placeholder="Type a command, name or ID" />
            <Palette.List className={styles.list}>
              <Palette.Empty className={styles.none}>Nothing matches.</Palette.Empty>
              <Actions commands={commands} onClose={onClose} />
              <Things workbench={workbench} onClose={onClose} />
            </Palette.List>
          </Palette>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Actions({ commands, onClose }: Pick<CommandPaletteProps, 'commands' | 'onClose'>) {
  return (
    <Palette.Group heading="Actions" className={styles.group}>
      {commands
        .filter((command) => command.id !== 'palette')
        .map(({ id, title, keys, run }) => (
          <Item
            key={id}
            value={`action ${id}`}
            words={[title]}
            note={keys === undefined ? null : <KeySequence keys={keys} />}
            onSelect={() => {
              onClose();
              run();
            }}
          >
            {title}
          </Item>
        ))}
    </Palette.Group>
  );
}

function Things({ workbench, onClose }: Pick<CommandPaletteProps, 'workbench' | 'onClose'>) {
  const store = useUiStore();
  const { connectionId, threadId } = workbench.selection;
  const threads = useThreads(workbench.server?.connection.id ?? null) ?? [];
  const choose = (act: () => void) => (): void => {
    onClose();
    act();
  };
  return (
    <>
      <Palette.Group heading="Threads" className={styles.group}>
        {threads.map((thread) => (
          <Item
            key={thread.threadId}
            value={`thread ${thread.threadId}`}
            words={[threadTitle(thread), thread.threadId, thread.graphId ?? '']}
            icon={
              <ThreadStatusIcon
                thread={thread}
                shownOn={thread.threadId === threadId ? connectionId : null}
              />
            }
            note={thread.name === null ? thread.graphId : shortThreadId(thread.threadId)}
            onSelect={choose(() => {
              workbench.selectThread(thread);
              store.setState({ railView: 'threads' });
            })}
          >
            {threadTitle(thread)}
          </Item>
        ))}
      </Palette.Group>
      <Palette.Group heading="Assistants" className={styles.group}>
        {workbench.assistants.data?.map((assistant) => (
          <Item
            key={assistant.assistantId}
            value={`assistant ${assistant.assistantId}`}
            words={[assistant.name, assistant.graphId, assistant.assistantId]}
            note={assistantNote(assistant)}
            onSelect={choose(() => workbench.selectAssistant(assistant))}
          >
            {assistant.name}
          </Item>
        ))}
      </Palette.Group>
      <Palette.Group heading="Servers" className={styles.group}>
        {workbench.servers.servers?.map(({ connection, health }) => (
          <Item
            key={connection.id}
            value={`server ${connection.id}`}
            words={[connection.name, connection.url ?? '']}
            note={serverNote(health)}
            onSelect={choose(() => workbench.selectServer(connection.id))}
          >
            {connection.name}
          </Item>
        ))}
      </Palette.Group>
    </>
  );
}

interface ItemProps {
  readonly value: string;
  readonly words: string[];
  readonly icon?: ReactNode;
  readonly note?: ReactNode;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

function Item({ value, words, icon, note, onSelect, children }: ItemProps) {
  return (
    <Palette.Item value={value} keywords={words} onSelect={onSelect} className={styles.item}>
      {icon}
      <span className={styles.name}>{children}</span>
      <span className={styles.note}>{note}</span>
    </Palette.Item>
  );
}

/** `g t` is a sequence of two keys; `Mod+K` is one chord. */
export function KeySequence({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((one) => (
        <Kbd key={one} keys={one.length === 1 ? one.toUpperCase() : one} />
      ))}
    </span>
  );
}
