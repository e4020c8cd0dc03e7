import { ArrowDown, ArrowRight, RotateCcw } from 'lucide-react';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Menu, MenuRadioGroup, MenuRadioItem } from '../ui/popups/Menu.tsx';
import type { FlowDirection } from './model/layout-types.ts';
import { directionPreference, type DirectionChoice } from './preferences.ts';

const directionNames: Readonly<Record<DirectionChoice, string>> = {
  auto: 'Automatic direction',
  down: 'Top to bottom',
  right: 'Left to right',
};

export interface DirectionItemsProps {
  readonly direction: DirectionChoice;
  readonly onDirection: (direction: DirectionChoice) => void;
}

export function DirectionItems({ direction, onDirection }: DirectionItemsProps) {
  return (
    <MenuRadioGroup value={direction} onChange={(next) => onDirection(directionPreference.parse(next))}>
      {(['auto', 'down', 'right'] as const).map((choice) => (
        <MenuRadioItem key={choice} value={choice}>
          {directionNames[choice]}
        </MenuRadioItem>
      ))}
    </MenuRadioGroup>
  );
}

export interface LayoutControlsProps extends DirectionItemsProps {
  readonly drawn: FlowDirection;
  readonly onReset: (() => void) | null;
}

export function LayoutControls({ direction, onDirection, drawn, onReset }: LayoutControlsProps) {
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`Direction: ${directionNames[direction].toLowerCase()}`}
            icon={
              drawn === 'down' ? <ArrowDown size={15} aria-hidden /> : <ArrowRight size={15} aria-hidden />
            }
          />
        }
      >
        <DirectionItems direction={direction} onDirection={onDirection} />
      </Menu>
      <IconButton
        label="Reset layout"
        kbd="Shift+R"
        icon={<RotateCcw size={14} aria-hidden />}
        disabled={onReset === null}
        onClick={() => onReset?.()}
      />
    </>
  );
}
