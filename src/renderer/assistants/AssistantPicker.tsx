import { Fragment } from 'react';
import { useUnavailable } from '../rpc/server-features.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '../ui/popups/Menu.tsx';
import { PickerButton } from '../ui/controls/PickerButton.tsx';
import { shortId } from '../ui/display/format.ts';
import { assistantNote, groupByGraph, type GraphGroup } from './group-by-graph.ts';
import { useAssistants } from './queries.ts';

export interface AssistantPickerProps {
  readonly connectionId: string | null;
  readonly selectedId: string | null;
  readonly onSelect: (assistant: Assistant) => void;
  readonly onAction: (action: 'new' | 'edit' | 'versions') => void;
}

export function AssistantPicker({ connectionId, selectedId, onSelect, onAction }: AssistantPickerProps) {
  const { data: assistants = [], error, isPending, refetch } = useAssistants(connectionId);
  const selected = assistants.find((assistant) => assistant.assistantId === selectedId);
  const readOnly = useUnavailable(connectionId, 'assistants.update');
  const noVersions = useUnavailable(connectionId, 'assistants.versions');
  const isUnread = error !== null && assistants.length === 0;
  const name =
    selected?.name ??
    (connectionId === null
      ? 'No server'
      : isPending
        ? 'Loading assistants'
        : isUnread
          ? 'Unknown'
          : 'Choose an assistant');
  return (
    <Menu
      width={260}
      trigger={
        <PickerButton
          aria-label={`Assistant: ${name}`}
          name={name}
          note={selected ? assistantNote(selected) : undefined}
          disabled={connectionId === null}
        />
      }
    >
      {isUnread ? (
        <ErrorNotice action="Could not load assistants" error={error} onRetry={() => void refetch()} />
      ) : null}
      {isPending ? <Loading>Loading assistants</Loading> : null}
      <MenuRadioGroup
        value={selectedId ?? ''}
        onChange={(id) => {
          const assistant = assistants.find((one) => one.assistantId === id);
          if (assistant) onSelect(assistant);
        }}
      >
        {menuGroups(assistants).map((group) => (
          <Fragment key={group.graphId}>
            {isNamedAsGraph(group) ? null : <MenuLabel>{group.graphId}</MenuLabel>}
            {group.assistants.map((assistant) => (
              <MenuRadioItem
                key={assistant.assistantId}
                value={assistant.assistantId}
                detail={detailOf(assistant, group)}
              >
                {assistant.name}
              </MenuRadioItem>
            ))}
          </Fragment>
        ))}
      </MenuRadioGroup>
      {selected ? (
        <>
          <MenuSeparator />
          <MenuItem disabled={readOnly !== null} detail={readOnly} onSelect={() => onAction('edit')}>
            Edit {selected.name}
          </MenuItem>
          <MenuItem disabled={noVersions !== null} detail={noVersions} onSelect={() => onAction('versions')}>
            Versions of {selected.name}
          </MenuItem>
          <MenuItem disabled={readOnly !== null} detail={readOnly} onSelect={() => onAction('new')}>
            New assistant
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}

function detailOf({ name, assistantId, description }: Assistant, { sharedNames }: GraphGroup): string | null {
  const parts = [description, sharedNames.has(name) ? shortId(assistantId) : null].filter(Boolean);
  return parts.length === 0 ? null : parts.join(' · ');
}

// The only assistant of its graph, whose name says that: a heading would repeat it.
function isNamedAsGraph({ graphId, assistants }: GraphGroup): boolean {
  return assistants.length === 1 && assistants[0]?.name === graphId;
}

// Those without a heading come first: below the one of another graph they would be taken for its assistants.
function menuGroups(assistants: readonly Assistant[]): readonly GraphGroup[] {
  return groupByGraph(assistants).toSorted((a, b) => Number(isNamedAsGraph(b)) - Number(isNamedAsGraph(a)));
}
