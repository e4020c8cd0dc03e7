import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { ErrorNotice } from '../display/ErrorNotice.tsx';
import { PaneHeader } from '../controls/Toolbar.tsx';

export interface ResourceHeaderProps {
  readonly title: string;
  // `undefined` until it is known.
  readonly count: number | undefined;
  // Whether there are more than were read.
  readonly isCut?: boolean;
  readonly onRefresh?: () => void;
  readonly actions?: ReactNode;
}

/** The title above a list, with the number of its items. */
export function ResourceHeader({ title, count, isCut = false, onRefresh, actions }: ResourceHeaderProps) {
  return (
    <PaneHeader
      title={title}
      note={count === undefined ? undefined : `${count.toLocaleString('en')}${isCut ? '+' : ''}`}
      actions={
        <>
          {onRefresh === undefined ? null : (
            <IconButton
              size="small"
              label="Refresh"
              icon={<RefreshCw size={14} aria-hidden />}
              onClick={onRefresh}
            />
          )}
          {actions}
        </>
      }
    />
  );
}

export interface ReadErrorProps {
  readonly error: Error | null;
  // `Could not load crons`. With data from before, it says that they could not be refreshed.
  readonly failed: string;
  readonly hasData: boolean;
  readonly onRetry?: () => void;
}

/** Above a list: why it could not be read, or not again. */
export function ReadError({ error, failed, hasData, onRetry }: ReadErrorProps) {
  if (error === null) return null;
  return (
    <ErrorNotice
      action={hasData ? 'Could not refresh' : failed}
      error={error}
      {...(onRetry && { onRetry })}
    />
  );
}
