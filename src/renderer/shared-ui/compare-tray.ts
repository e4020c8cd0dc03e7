import { z } from 'zod';
import { useStore } from 'zustand';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { CompareSide } from '../../shared/model/comparison.ts';

// Names of threads and assistants come from servers, and may be of any length.
const maxTextLength = 200;

const ShownText = z.string().transform((text) => text.slice(0, maxTextLength));

/** Something to compare, and what it was called where it was picked. */
export const TrayEntry = z.object({
  side: CompareSide,
  title: ShownText,
  /** The name of its thread or assistant; `null` if it is unknown or the title says it. */
  of: ShownText.nullable(),
  /** When it began, as its server wrote it; `null` if unknown. */
  at: z.string().nullable(),
});
export type TrayEntry = z.infer<typeof TrayEntry>;

export type TrayPlace = 'left' | 'right';

export type TrayPlaces = Readonly<Record<TrayPlace, TrayEntry | null>>;

export interface TrayState extends TrayPlaces {
  readonly isDragging: boolean;
  // Counts what filled both places, which opens the comparison.
  readonly completions: number;
}

// A turn was called a pass in older versions.
const LegacyTurn = z
  .looseObject({ side: z.looseObject({ kind: z.literal('pass') }), title: z.string() })
  .transform(({ side, title, ...rest }) => ({
    ...rest,
    side: { ...side, kind: 'turn' },
    title: title.replace(/^Pass of run /, 'Turn of run '),
  }));

const StoredEntry = z.union([TrayEntry, LegacyTurn.pipe(TrayEntry)]).nullable();

const Stored = z.object({ left: StoredEntry, right: StoredEntry });

const empty: TrayPlaces = { left: null, right: null };

// Kept over a reload. What is stored in another format is dropped.
const tray = createStore<TrayState>()(
  persist((): TrayState => ({ ...empty, isDragging: false, completions: 0 }), {
    name: 'studio.compare-tray',
    partialize: ({ left, right }) => ({ left, right }),
    merge: (stored, current) => ({ ...current, ...parseStoredTray(stored) }),
  }),
);

// The places as they were stored, also by an older version; `null` if they have another format.
export function parseStoredTray(stored: unknown): TrayPlaces | null {
  return Stored.safeParse(stored).data ?? null;
}

export function useCompareTray<T>(select: (state: TrayState) => T): T {
  return useStore(tray, select);
}

export function compareTray(): TrayState {
  return tray.getState();
}

export function isSameSide(a: CompareSide, b: CompareSide): boolean {
  const parts = (side: CompareSide): string =>
    JSON.stringify(Object.entries(side).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return parts(a) === parts(b);
}

export function waitingEntry({ left, right }: TrayPlaces): TrayEntry | null {
  return left !== null && right !== null ? null : (left ?? right);
}

// Puts an entry where it belongs: beside the one that waits, else as the left side of a new comparison.
export function addedEntry(places: TrayPlaces, entry: TrayEntry): TrayPlaces {
  if (places.left !== null && places.right === null) return { left: places.left, right: entry };
  if (places.left === null && places.right !== null) return { left: entry, right: places.right };
  return { left: entry, right: null };
}

/** Compares an entry with the one that waits, or makes it the first of a comparison. */
export function pickForCompare(entry: TrayEntry): void {
  setPlaces(addedEntry(tray.getState(), entry));
}

/** Puts an entry in a place, also of a whole comparison; `null` empties it. */
export function setTrayPlace(place: TrayPlace, entry: TrayEntry | null): void {
  const { left, right } = tray.getState();
  setPlaces(place === 'left' ? { left: entry, right } : { left, right: entry });
}

export function compareBoth(left: TrayEntry, right: TrayEntry): void {
  setPlaces({ left, right });
}

export function swapSides(): void {
  tray.setState(({ left, right }) => ({ left: right, right: left }));
}

export function clearTray(): void {
  tray.setState(empty);
}

export function setDragging(isDragging: boolean): void {
  tray.setState({ isDragging });
}

function setPlaces(places: TrayPlaces): void {
  const isWhole = places.left !== null && places.right !== null;
  tray.setState(({ completions }) => ({ ...places, completions: isWhole ? completions + 1 : completions }));
}

export function entryName({ title, of }: TrayEntry): string {
  return of === null || of === '' ? title : `${title} of “${of}”`;
}
