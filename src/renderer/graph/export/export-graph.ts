import { toFileName } from '../../client/file-name.ts';
import { saveFile } from '../../client/save-file.ts';
import type { ExportModel } from './export-model.ts';
import { pageColors } from './export-colors.ts';
import { graphToJson } from './graph-to-json.ts';
import { graphToMermaid } from './graph-to-mermaid.ts';
import { graphToSvg } from './graph-to-svg.ts';
import { svgToPng } from './svg-to-png.ts';

export const exportKinds = ['png', 'svg', 'mermaid', 'json'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** Saves a graph as it is drawn. Rejects with an `AppError` when a picture can't be made of it. */
export async function exportGraph(drawing: ExportModel, kind: ExportKind, name: string): Promise<void> {
  switch (kind) {
    case 'png':
      return saveFile(toFileName([name, 'graph'], 'png'), await svgToPng(graphToSvg(drawing, pageColors())));
    case 'svg':
      return saveText(name, 'svg', 'image/svg+xml', graphToSvg(drawing, pageColors()).text);
    case 'mermaid':
      return saveText(name, 'mmd', 'text/plain', graphToMermaid(drawing));
    case 'json':
      return saveText(name, 'json', 'application/json', graphToJson(drawing));
  }
}

function saveText(name: string, ending: string, type: string, text: string): void {
  saveFile(toFileName([name, 'graph'], ending), new Blob([text], { type }));
}
