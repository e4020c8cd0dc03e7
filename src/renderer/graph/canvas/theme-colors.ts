import type { NodeStatus } from '../../shared-ui/node-activity.ts';

export interface ThemeColors {
  readonly canvas: string;
  readonly container: string;
  readonly border: string;
  readonly line: string;
  readonly accent: string;
  readonly text: string;
  readonly sign: string;
  readonly font: string;
  readonly status: Readonly<Record<NodeStatus, string>>;
}

const names = {
  canvas: '--bg-0',
  container: '--bg-1',
  border: '--line-2',
  line: '--line-3',
  accent: '--accent',
  text: '--t-2',
  sign: '--t-3',
  run: '--run',
  ok: '--ok',
  wait: '--wait',
  fail: '--fail',
} as const;

export function readThemeColors(element: HTMLElement): ThemeColors {
  const probe = document.createElement('i');
  element.append(probe);
  const colour = (name: keyof typeof names): string => {
    probe.style.color = `var(${names[name]})`;
    return getComputedStyle(probe).color;
  };
  const line = colour('line');
  const palette: ThemeColors = {
    canvas: colour('canvas'),
    container: colour('container'),
    border: colour('border'),
    line,
    accent: colour('accent'),
    text: colour('text'),
    sign: colour('sign'),
    font: getComputedStyle(element).fontFamily,
    status: {
      idle: line,
      skipped: colour('border'),
      later: colour('border'),
      aborted: colour('sign'),
      cancelled: colour('sign'),
      unknown: line,
      next: line,
      queued: colour('accent'),
      running: colour('run'),
      finished: colour('ok'),
      failed: colour('fail'),
      waiting: colour('wait'),
    },
  };
  probe.remove();
  return palette;
}
