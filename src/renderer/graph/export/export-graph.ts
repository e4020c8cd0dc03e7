import { fileName } from '../../client/file-name.ts';
import { saveFile } from '../../client/save-file.ts';
import type { Drawing } from './drawing.ts';
import { pageColours } from './export-colours.ts';
import { graphJson } from './graph-json.ts';
import { graphMermaid } from './graph-mermaid.ts';
import { graphSvg } from './graph-svg.ts';
import { svgToPng } from './svg-to-png.ts';

export const exportKinds = ['png', 'svg', 'mermaid', 'json'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** Saves a graph as it is drawn. Rejects with an `AppError` when a picture can't be made of it. */
export async function exportGraph(drawing: Drawing, kind: ExportKind, name: string): Promise<void> {
  switch (kind) {
    case 'png':
      return saveFile(fileName([name, 'graph'], 'png'), await svgToPng(graphSvg(drawing, pageColours())));
    case 'svg':
      return saveText(name, 'svg', 'image/svg+xml', graphSvg(drawing, pageColours()).text);
    case 'mermaid':
      return saveText(name, 'mmd', 'text/plain', graphMermaid(drawing));
    case 'json':
      return saveText(name, 'json', 'application/json', graphJson(drawing));
  }
}

function saveText(name: string, ending: string, type: string, text: string): void {
  saveFile(fileName([name, 'graph'], ending), new Blob([text], { type }));
}
