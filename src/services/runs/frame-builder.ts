import type { NewFrame } from './block-builder.ts';

/** A frame for tests, as a stream gives it; `cutAt`: its payload came in two pieces. */
export function newFrame(given: {
  readonly text: string;
  readonly id?: string | number | null;
  readonly event?: string;
  readonly namespace?: readonly string[];
  readonly cutAt?: number;
}): NewFrame {
  const bytes = new TextEncoder().encode(given.text);
  const cutAt = given.cutAt ?? bytes.length;
  return {
    shortId: given.id ?? null,
    event: given.event ?? 'values',
    namespace: given.namespace ?? [],
    byteLength: bytes.length,
    tooLarge: false,
    takeBytes(take) {
      take(bytes, 0, cutAt);
      if (cutAt < bytes.length) take(bytes.slice(cutAt), 0, bytes.length - cutAt);
    },
  };
}
