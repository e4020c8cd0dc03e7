import { Button } from '../controls/Button.tsx';
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx';

export interface EmptyListProps extends Pick<EmptyStateProps, 'title' | 'sentence'> {
  readonly actionLabel: string;
  readonly onAction: () => void;
}

/** In the place of a list: why it is empty, and the one thing to do about it. */
export function EmptyList({ title, sentence, actionLabel, onAction }: EmptyListProps) {
  return (
    <EmptyState
      compact
      title={title}
      sentence={sentence}
      action={
        <Button size="small" onClick={onAction}>
          {actionLabel}
        </Button>
      }
    />
  );
}
