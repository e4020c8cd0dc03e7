import type { ReactNode } from 'react';
import type { CheckpointSelection, SubgraphCheckpoint } from '../shared-ui/checkpoint.ts';
import type { StateMessagesViewProps } from './messages/StateMessagesView.tsx';
import type { StateEditorProps } from './edit/editor-props.ts';
import type { StateView } from './ViewToggle.tsx';

export interface StateInspectorProps {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly assistantId: string | null;
  readonly checkpointId: string | null;
  // A picked checkpoint of a subgraph below it; displayed instead.
  readonly inner?: SubgraphCheckpoint | undefined;
  readonly onCheckpoint: (checkpointId: string | null) => void;
  readonly onOpenCheckpoint: (selection: CheckpointSelection) => void;
  readonly onRun: StateEditorProps['onRun'];
  readonly onRunFrom: StateMessagesViewProps['onRunFrom'];
  readonly renderMessage?: (json: string) => ReactNode;
  // What the selected node did. It is another feature, so the app composes the two.
  readonly node: ReactNode;
}

export type StateTab = 'state' | 'diff' | 'messages';

export interface ShownState {
  readonly hasMessages: boolean;
}

export interface ThreadStateInspectorProps extends Omit<StateInspectorProps, 'threadId' | 'node'> {
  readonly threadId: string;
  readonly tab: StateTab;
  readonly view: StateView;
  readonly onTab: (tab: StateTab) => void;
  // Reports the displayed state; `null` while there is none.
  readonly onShown: (state: ShownState | null) => void;
}
