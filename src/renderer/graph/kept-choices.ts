import type { PreferenceFormat } from './use-kept-choice.ts';
import type { FlowDirection } from './model/layout-types.ts';
import type { XrayLevel } from './model/visible-graph.ts';
import { OverlayChoice } from './overlay/overlay-choice.ts';

/** The x-ray level of one assistant's graph: `all` or a whole number from 0; `null` while none was chosen. */
export const xrayLevelPreference: PreferenceFormat<XrayLevel | null> = {
  parse: (text) => {
    if (text === 'all') return 'all';
    return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null;
  },
  text: String,
};

/** The direction in which all graphs are drawn. */
export const directionPreference: PreferenceFormat<FlowDirection> = {
  parse: (text) => (text === 'right' ? 'right' : 'down'),
  text: String,
};

/** What is laid over all graphs. */
export const overlayPreference: PreferenceFormat<OverlayChoice> = {
  parse: (text) => {
    try {
      return OverlayChoice.parse(JSON.parse(text ?? 'null'));
    } catch {
      return { mode: 'off', scope: 'run' };
    }
  },
  text: (choice) => JSON.stringify(choice),
};
