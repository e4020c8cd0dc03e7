import { MenuItem, MenuLabel } from '../../ui/popups/Menu.tsx';
import { exportKinds, type ExportKind } from './export-model.ts';

const names: Readonly<Record<ExportKind, string>> = {
  png: 'PNG image',
  svg: 'SVG image',
  mermaid: 'Mermaid flowchart',
  json: 'JSON',
};

export function ExportItems({ onExport }: { readonly onExport: (kind: ExportKind) => void }) {
  return (
    <>
      <MenuLabel>Save as drawn</MenuLabel>
      {exportKinds.map((kind) => (
        <MenuItem key={kind} command={`graph.export-${kind}`} onSelect={() => onExport(kind)}>
          {names[kind]}
        </MenuItem>
      ))}
    </>
  );
}
