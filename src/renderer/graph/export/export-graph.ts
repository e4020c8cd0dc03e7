import { AppError } from '../../../shared/app-error.ts';
import { type SvgImage, graphToSvg } from './graph-to-svg.ts';
import { toFileName, saveFile } from '../../shared-ui/download.ts';
import type { ExportKind, ExportModel } from './export-model.ts';
import { pageColors } from './export-colors.ts';
import { graphToJson } from './graph-to-json.ts';
import { graphToMermaid } from './graph-to-mermaid.ts';

// Twice the screen resolution, if browsers can draw it.
const defaultScale = 2;
const maxSide = 8192;

// Renders an SVG image as PNG. Rejects with an `AppError` if the browser can't.
export async function svgToPng({ text, width, height }: SvgImage): Promise<Blob> {
  const scale = Math.min(defaultScale, maxSide / width, maxSide / height);
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode().catch(() => {
      throw notDrawn();
    });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw notDrawn();
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw notDrawn();
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function notDrawn(): AppError {
  return new AppError('internal', 'Could not draw the image.', {
    hint: 'Export as SVG, or collapse some subgraphs first.',
  });
}

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
