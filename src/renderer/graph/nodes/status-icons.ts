import type { GraphNodeKind } from '../../../shared/model/graph.ts';
import type { NodeStatus } from '../../shared-ui/node-activity.ts';
import type { ThemeColors } from '../canvas/theme-colors.ts';

export type StatusIconName = Exclude<NodeStatus, 'idle'> | Exclude<GraphNodeKind, 'start' | 'end'>;

interface Drawing {
  // In a viewBox of 24 by 24.
  readonly shapes: string;
  readonly stroke: number;
  readonly colour: (palette: ThemeColors) => string;
  readonly filled?: boolean;
}

const drawings: Readonly<Record<StatusIconName, Drawing>> = {
  plain: {
    shapes: '<circle cx="12" cy="12" r="10"/>',
    stroke: 2,
    colour: ({ sign: icon }) => icon,
  },
  tool: {
    shapes:
      '<path d="M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z"/>',
    stroke: 2,
    colour: ({ sign: icon }) => icon,
  },
  model: {
    shapes:
      '<path d="M11.017 2.814a1 1 0 0 1 1.966 0l1.051 5.558a2 2 0 0 0 1.594 1.594l5.558 1.051a1 1 0 0 1 0 1.966l-5.558 1.051a2 2 0 0 0-1.594 1.594l-1.051 5.558a1 1 0 0 1-1.966 0l-1.051-5.558a2 2 0 0 0-1.594-1.594l-5.558-1.051a1 1 0 0 1 0-1.966l5.558-1.051a2 2 0 0 0 1.594-1.594zM20 2v4M22 4h-4"/><circle cx="4" cy="20" r="2"/>',
    stroke: 2,
    colour: ({ sign: icon }) => icon,
  },
  subgraph: {
    shapes:
      '<path d="M12.83 2.18a2 2 0 0 0-1.66 0L2.6 6.08a1 1 0 0 0 0 1.83l8.58 3.91a2 2 0 0 0 1.66 0l8.58-3.9a1 1 0 0 0 0-1.83zM2 12a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 12M2 17a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 17"/>',
    stroke: 2,
    colour: ({ sign: icon }) => icon,
  },
  queued: {
    shapes:
      '<path d="M10.1 2.182a10 10 0 0 1 3.8 0M13.9 21.818a10 10 0 0 1-3.8 0M17.609 3.721a10 10 0 0 1 2.69 2.7M2.182 13.9a10 10 0 0 1 0-3.8M20.279 17.609a10 10 0 0 1-2.7 2.69M21.818 10.1a10 10 0 0 1 0 3.8M3.721 6.391a10 10 0 0 1 2.7-2.69M6.391 20.279a10 10 0 0 1-2.69-2.7"/>',
    stroke: 2.4,
    colour: ({ status }) => status.running,
  },
  next: {
    shapes:
      '<path d="M10.1 2.182a10 10 0 0 1 3.8 0M13.9 21.818a10 10 0 0 1-3.8 0M17.609 3.721a10 10 0 0 1 2.69 2.7M2.182 13.9a10 10 0 0 1 0-3.8M20.279 17.609a10 10 0 0 1-2.7 2.69M21.818 10.1a10 10 0 0 1 0 3.8M3.721 6.391a10 10 0 0 1 2.7-2.69M6.391 20.279a10 10 0 0 1-2.69-2.7"/><circle cx="12" cy="12" r="1"/>',
    stroke: 2.4,
    colour: ({ accent }) => accent,
  },
  running: {
    shapes: '<path d="M21 12a9 9 0 1 1-6.219-8.56"/>',
    stroke: 2.4,
    colour: ({ status }) => status.running,
  },
  finished: {
    shapes: '<path d="M20 6 9 17l-5-5"/>',
    stroke: 2.4,
    colour: ({ status }) => status.finished,
  },
  failed: {
    shapes: '<path d="M18 6 6 18M6 6l12 12"/>',
    stroke: 2.4,
    colour: ({ status }) => status.failed,
  },
  waiting: {
    shapes:
      '<rect x="14" y="3" width="5" height="18" rx="1"/><rect x="5" y="3" width="5" height="18" rx="1"/>',
    stroke: 1,
    colour: ({ status }) => status.waiting,
    filled: true,
  },
  aborted: {
    shapes: '<path d="M18 6 6 18M6 6l12 12"/>',
    stroke: 2.4,
    colour: ({ status }) => status.aborted,
  },
  cancelled: {
    shapes: '<circle cx="12" cy="12" r="10"/><path d="m4.93 4.93 14.14 14.14"/>',
    stroke: 2.2,
    colour: ({ status }) => status.cancelled,
  },
  unknown: {
    shapes: '<circle cx="12" cy="12" r="10"/><path d="M9.09 9a3 3 0 0 1 5.83 1c0 2-3 3-3 3M12 17h.01"/>',
    stroke: 2,
    colour: ({ sign: icon }) => icon,
  },
  skipped: {
    shapes: '<path d="M22 2 2 22"/>',
    stroke: 2.4,
    colour: ({ sign: icon }) => icon,
  },
  later: {
    shapes: '<circle cx="12" cy="12" r="10"/><path d="M12 6v6l4 2"/>',
    stroke: 2,
    colour: ({ sign: icon }) => icon,
  },
};

/**
 * The icons as images in the theme's colours, as custom properties of an ancestor. Masks would follow the
 * theme automatically, but each is a compositor layer that slows down every node update.
 */
export function statusIconImages(palette: ThemeColors): Readonly<Record<`--sign-${StatusIconName}`, string>> {
  const images = Object.entries(drawings).map(([icon, drawing]) => [
    `--sign-${icon}`,
    image(drawing, palette),
  ]);
  return Object.fromEntries(images) as Record<`--sign-${StatusIconName}`, string>;
}

function image({ shapes, stroke, colour, filled = false }: Drawing, palette: ThemeColors): string {
  const is = colour(palette);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="${filled ? is : 'none'}" stroke="${is}" ` +
    `stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}
