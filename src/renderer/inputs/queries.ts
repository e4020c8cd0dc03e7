import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InputFile, InputSource, InputText } from '../../shared/model/inputs/input-file.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { loadSummary } from './summary-batcher.ts';

/** How often files are looked at that an editor or version control may change, in milliseconds. */
const refreshMs = 5000;
/** A long list is read less often. */
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
  const rpc = useRpc();
  return useQuery({
    queryKey: [...queryKeys.inputs(connectionId), 'text', path],
    queryFn: ({ signal }) => rpc.call('inputs.read', { connectionId, path }, signal),
    refetchOnWindowFocus: 'always',
    refetchInterval: refreshMs,
    retry: false,
  });
}

/** Everything that changes files refreshes the list, also after a failure. */
function useChange<Input, Output>(
  connectionId: string,
  mutationFn: (input: Input) => Promise<Output>,
  onSuccess?: (output: Output) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (output) => onSuccess?.(output),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.inputs(connectionId) }),
  });
}

export interface SavedText {
  readonly path: string;
  readonly text: string;
  readonly expected: string | null;
}

export function useSaveInput(connectionId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useChange(
    connectionId,
    (saved: SavedText) => rpc.call('inputs.save', { connectionId, ...saved }),
    (saved: InputText) =>
      queryClient.setQueryData([...queryKeys.inputs(connectionId), 'text', saved.path], saved),
  );
}

export function useRenameInput(connectionId: string) {
  const rpc = useRpc();
  return useChange(connectionId, (names: { readonly from: string; readonly to: string }) =>
    rpc.call('inputs.rename', { connectionId, ...names }),
  );
}

export function useDeleteInputs(connectionId: string) {
  const rpc = useRpc();
  return useChange(connectionId, (paths: readonly string[]) =>
    rpc.call('inputs.delete', { connectionId, paths: [...paths] }),
  );
}

export function useChooseInputFolder(connectionId: string) {
  const rpc = useRpc();
  return useChange(connectionId, (folder: string) =>
    rpc.call('inputs.chooseFolder', { connectionId, folder }),
  );
}

export function useInputDraft(connectionId: string, source: InputSource) {
  const rpc = useRpc();
  return useQuery({
    queryKey: ['inputs.draft', connectionId, source],
    queryFn: ({ signal }) => rpc.call('inputs.draft', { connectionId, source }, signal),
    staleTime: Infinity,
    retry: false,
  });
}

/** Reads a file for its copy: from the disk, not from an editor. */
export function useReadForCopy(connectionId: string) {
  const rpc = useRpc();
  return useMutation({ mutationFn: (path: string) => rpc.call('inputs.read', { connectionId, path }) });
}

export function useSaveTest(connectionId: string) {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (test: { readonly path: string; readonly text: string; readonly isReplaced: boolean }) =>
      rpc.call('inputs.saveTest', { connectionId, ...test }),
  });
}
