export interface AxisView {
  readonly fromMs: number;
  readonly toMs: number;
}

// The shortest span that can be shown, in milliseconds: shorter ones show no more details.
const minMs = 5;

// A span within the whole axis; `null` if that is all of it.
export function fitView({ fromMs, toMs }: AxisView, wholeView: AxisView): AxisView | null {
  const max = wholeView.toMs - wholeView.fromMs;
  const length = Math.max(Math.min(minMs, max), toMs - fromMs);
  if (length >= max) return null;
  const start = Math.min(Math.max(fromMs, wholeView.fromMs), wholeView.toMs - length);
  return { fromMs: start, toMs: start + length };
}

// Shows `factor` times as much around a time, which stays where it is.
export function zoomView(view: AxisView, wholeView: AxisView, factor: number, atMs: number): AxisView | null {
  const length = Math.max(minMs, (view.toMs - view.fromMs) * factor);
  const scale = length / (view.toMs - view.fromMs);
  const fromMs = atMs - (atMs - view.fromMs) * scale;
  return fitView({ fromMs, toMs: fromMs + length }, wholeView);
}

// Moves by a part of its length.
export function panView(view: AxisView, wholeView: AxisView, part: number): AxisView | null {
  const shiftMs = (view.toMs - view.fromMs) * part;
  return fitView({ fromMs: view.fromMs + shiftMs, toMs: view.toMs + shiftMs }, wholeView);
}

// Whether any of a span is displayed; `toMs: null` still grows.
export function isInView(view: AxisView | null, fromMs: number, toMs: number | null): boolean {
  return view === null || (fromMs <= view.toMs && (toMs === null || toMs >= view.fromMs));
}
