import type { StateDraft } from '../edit/use-state-draft.ts';
import type { StateMessage } from './message-list.ts';

export interface MessageEditProps {
  readonly stateKey: string;
  readonly message: StateMessage;
  readonly messages: readonly StateMessage[];
  readonly draftKeyParts: readonly string[];
  readonly edited: StateDraft;
  readonly mark: 'new' | 'changed' | null;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly picked: boolean;
  readonly onPick: (picked: boolean) => void;
  readonly onInsert: (index: number) => void;
  readonly onRemove: () => void;
}
