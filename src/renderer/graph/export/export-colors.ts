const tokens = [
  'bg-0',
  'bg-1',
  'bg-2',
  'line-2',
  'line-3',
  't-1',
  't-2',
  'accent',
  'run',
  'ok',
  'wait',
  'fail',
] as const;

export type ExportColors = Readonly<Record<(typeof tokens)[number], string>>;

export function pageColors(): ExportColors {
  const probe = document.createElement('span');
  document.body.append(probe);
  const read = (token: string): string => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const colours = Object.fromEntries(tokens.map((token) => [token, read(token)])) as Record<
    (typeof tokens)[number],
    string
  >;
  probe.remove();
  return colours;
}
