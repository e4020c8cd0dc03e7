import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId } from 'react';
import { useRpc } from '../rpc/rpc-context.ts';
import { TextField } from '../ui/controls/TextField.tsx';

interface FolderFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (path: string) => void;
}

export function FolderField({ label, placeholder, value, onChange }: FolderFieldProps) {
  const rpc = useRpc();
  const list = useId();
  const typed = useDeferredValue(value);
  const { data } = useQuery({
    queryKey: ['projects.suggestFolders', typed],
    queryFn: ({ signal }) => rpc.call('projects.suggestFolders', { text: typed }, signal),
    enabled: typed !== '',
    placeholderData: (before) => before,
    retry: false,
  });
  return (
    <>
      <TextField label={label} mono placeholder={placeholder} list={list} value={value} onChange={onChange} />
      <datalist id={list}>
        {data?.folders.map((folder) => (
          <option key={folder} value={folder}>
            {folder}
          </option>
        ))}
      </datalist>
    </>
  );
}
