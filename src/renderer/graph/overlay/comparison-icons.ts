import {
  ArrowDownUp,
  CircleHelp,
  Equal,
  EqualNot,
  PanelLeft,
  PanelRight,
  type LucideIcon,
} from 'lucide-react';
import type { ComparisonMark } from './comparison-marks.ts';

// As in the list of steps.
export const comparisonIcons: Readonly<Record<ComparisonMark, LucideIcon>> = {
  both: Equal,
  'other-output': EqualNot,
  'other-order': ArrowDownUp,
  'only-left': PanelLeft,
  'only-right': PanelRight,
  unknown: CircleHelp,
};
