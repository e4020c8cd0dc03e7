/** `pixels` in wide windows, `share` (of the group's size) in narrow ones. */
export type KeptUnit = 'pixels' | 'share';

export interface MeasuredSize {
  readonly inPixels: number;
  readonly asPercentage: number;
}

/** Remembers a pane's size in the wide window while the window is narrow. */
export class ResponsivePaneSize {
  #size: MeasuredSize | 'initial' | null;

  /** `isStored`: the pane's first size is one that was set by hand on an earlier page. */
  constructor(isStored: boolean) {
    this.#size = isStored ? null : 'initial';
  }

  measured(size: MeasuredSize, keeps: KeptUnit): void {
    if (keeps === 'pixels') this.#size = size;
  }

  /** A size that was set by hand in the narrow window stays in the wide one. */
  dragged(keeps: KeptUnit): void {
    if (keeps === 'share') this.#size = null;
  }

  /**
   * The pixels for a window that gets narrow, of a group of this size: the same share, but at least `min`, because
   * less would collapse the pane. `null` while no wide window was measured.
   */
  narrowPixels(group: number, min: number): number | null {
    if (this.#size === 'initial' || this.#size === null) return null;
    return Math.max(min, Math.round((this.#size.asPercentage * group) / 100));
  }

  restoredPixels(initial: number): number | null {
    return this.#size === 'initial' ? initial : (this.#size?.inPixels ?? null);
  }
}
