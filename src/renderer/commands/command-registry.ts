import { createContext, use, useEffect, useEffectEvent, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useWhyUnavailable, type WhyUnavailable } from '../rpc/server-features.ts';
import {
  paletteCommands,
  commandIds,
  isCommandId,
  type ChangingCommandId,
  type CommandDefinition,
  type CommandId,
} from './palette-commands.ts';

export interface CommandBinding {
  readonly run: () => void;
  /** Why it can't be used now, as a sentence; `null` if it can. */
  readonly blocked?: string | null;
  /** Replaces the title, to name what the command would act on. */
  readonly title?: string;
}

/** A command that changes a server; it can't be used on a recording. */
export interface ChangingCommandBinding extends CommandBinding {
  readonly connectionId: string | null;
}

export type CommandBindings = {
  readonly [K in CommandId]?: (K extends ChangingCommandId ? ChangingCommandBinding : CommandBinding) | null;
};

interface Entry {
  readonly id: CommandId;
  readonly blocked: string | null;
  readonly title: string | null;
  readonly run: () => void;
}

const entries = createStore<readonly Entry[]>(() => []);

/** `false` around panes that another view covers: their commands can't be used. */
export const CommandScope = createContext(true);

/**
 * Says what commands do while this component is mounted. If several components bind a command, the one that
 * can be used runs, the newest first.
 */
export function useCommandBindings(bindings: CommandBindings): void {
  const isActive = use(CommandScope);
  const whyUnavailable = useWhyUnavailable();
  const runLatest = useEffectEvent((id: CommandId) => bindings[id]?.run());
  // What views show; the functions may change without notice.
  const bindingsText = JSON.stringify(
    Object.entries(bindings).flatMap(([id, binding]) =>
      binding === null
        ? []
        : isCommandId(id)
          ? [[id, blockerOf(id, binding, whyUnavailable), binding.title ?? null]]
          : [],
    ),
  );
  useEffect(() => {
    if (!isActive) return;
    const newEntries = (
      JSON.parse(bindingsText) as readonly [string, string | null, string | null][]
    ).flatMap(([id, blocked, title]): Entry[] =>
      isCommandId(id) ? [{ id, blocked, title, run: () => runLatest(id) }] : [],
    );
    entries.setState([...newEntries, ...entries.getState()], true);
    return () =>
      entries.setState(
        entries.getState().filter((entry) => !newEntries.includes(entry)),
        true,
      );
  }, [bindingsText, isActive]);
}

function blockerOf(
  id: CommandId,
  binding: CommandBinding | ChangingCommandBinding,
  whyUnavailable: WhyUnavailable,
): string | null {
  const { call } = paletteCommands[id];
  const unavailable =
    'connectionId' in binding
      ? whyUnavailable(binding.connectionId, call ?? 'threads.update')
      : call === undefined
        ? null
        : whyUnavailable(null, call);
  return unavailable ?? binding.blocked ?? null;
}

export interface ListedCommand extends CommandDefinition {
  readonly id: CommandId;
  /** Why it can't be used now; `null` if it can. */
  readonly blocked: string | null;
  readonly isBound: boolean;
}

export function useCommandList(): readonly ListedCommand[] {
  const all = useStore(entries);
  return useMemo(() => commandIds.map((id) => toListedCommand(id, entryOf(all, id))), [all]);
}

export function runCommand(id: CommandId): boolean {
  const entry = entryOf(entries.getState(), id);
  if (!entry || entry.blocked !== null) return false;
  entry.run();
  return true;
}

export function canRunCommand(id: CommandId): boolean {
  return entryOf(entries.getState(), id)?.blocked === null;
}

function entryOf(all: readonly Entry[], id: CommandId): Entry | undefined {
  const bindingsOfCommand = all.filter((entry) => entry.id === id);
  return bindingsOfCommand.find(({ blocked }) => blocked === null) ?? bindingsOfCommand[0];
}

function toListedCommand(id: CommandId, entry: Entry | undefined): ListedCommand {
  const definition = paletteCommands[id];
  return {
    ...definition,
    id,
    title: entry?.title ?? definition.title,
    blocked: entry ? entry.blocked : 'Not available here.',
    isBound: entry !== undefined,
  };
}
