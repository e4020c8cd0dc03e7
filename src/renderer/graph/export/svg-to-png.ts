import { AppError } from '../../../shared/app-error.ts';
import type { SvgImage } from './graph-to-svg.ts';

/** Twice as fine as the screen's own pixels, as long as browsers can draw it. */
const usualScale = 2;
const longestSide = 8192;

/** Draws an SVG picture into a PNG. Fails with an `AppError` when the browser can't. */
export async function svgToPng({ text, width, height }: SvgImage): Promise<Blob> {
  const scale = Math.min(usualScale, longestSide / width, longestSide / height);
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
  return new AppError('internal', 'The picture could not be drawn.', {
    hint: 'Export it as SVG, or fold some subgraphs first.',
  });
}
