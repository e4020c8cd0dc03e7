import { draftKey, useDraft } from '../../storage/drafts.ts';

export function useShowsToolCalls(): readonly [boolean, (shows: boolean) => void] {
  const [stored, write] = useDraft(draftKey('messages-view', 'tool-calls'));
  return [stored !== 'hidden', (shows) => write(shows ? null : 'hidden')];
}
