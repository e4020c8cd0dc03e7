import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InputFile, InputSource } from '../../shared/model/input-file.ts';
import { invalidateChanged } from '../queries/invalidate-changed.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useCallMutation, useCallQuery } from '../queries/use-call.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { moveInputDraft, settleInputDraft } from './input-drafts.ts';
import { loadSummary } from './summary-batcher.ts';

// How often files are looked at that an editor or version control may change, in milliseconds.
const refreshMs = 5000;
// A long list is read less often.
const longList = 1000;
const longListMs = 60_000;

export function useInputs(connectionId: string) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.inputs(connectionId),
    queryFn: ({ signal }) => rpc.call('inputs.list', { connectionId }, signal),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => ((state.data?.files.length ?? 0) > longList ? longListMs : refreshMs),
  });
}

export function useInputSummary(connectionId: string, { path, bytes, changedAt }: InputFile) {
  const rpc = useRpc();
  return useQuery({
    queryKey: [...queryKeys.inputs(connectionId), 'summary', path, bytes, changedAt],
    queryFn: () => loadSummary(rpc, connectionId, path),
    staleTime: Infinity,
  });
}

export function useInput(connectionId: string, path: string) {
  return useCallQuery(
    textKey(connectionId, path),
    'inputs.read',
    { connectionId, path },
    { refetchOnWindowFocus: 'always', refetchInterval: refreshMs, retry: false },
  );
}

function textKey(connectionId: string, path: string) {
  return [...queryKeys.inputs(connectionId), 'text', path];
}

export interface SavedText {
  readonly path: string;
  readonly text: string;
  readonly expected: string | null;
}

export function useSaveInput(connectionId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (saved: SavedText) => rpc.call('inputs.save', { connectionId, ...saved }),
    onSuccess: (saved, { text, expected }) => {
      // A new file has no draft yet.
      if (expected !== null) settleInputDraft(connectionId, saved, text);
      queryClient.setQueryData(textKey(connectionId, saved.path), saved);
    },
    onSettled: () => invalidateChanged(queryClient, queryKeys.inputs(connectionId)),
  });
}

export function useRenameInput(connectionId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (renamed: { readonly from: string; readonly to: string }) =>
      rpc.call('inputs.rename', { connectionId, ...renamed }),
    onSuccess: (_file, { from, to }) => moveInputDraft(connectionId, from, to),
    onSettled: () => invalidateChanged(queryClient, queryKeys.inputs(connectionId)),
  });
}

export function useDeleteInputs(connectionId: string) {
  return useCallMutation('inputs.delete', queryKeys.inputs(connectionId));
}

export function useChooseInputFolder(connectionId: string) {
  return useCallMutation('inputs.chooseFolder', queryKeys.inputs(connectionId));
}

export function useInputDraft(connectionId: string, source: InputSource) {
  return useCallQuery(
    ['inputs.draft', connectionId, source],
    'inputs.draft',
    { connectionId, source },
    { staleTime: Infinity, retry: false },
  );
}

// Reads a file for its copy: from the disk, not from an editor.
export function useReadForCopy() {
  return useCallMutation('inputs.read');
}

export function useSaveTest() {
  return useCallMutation('inputs.saveTest');
}
