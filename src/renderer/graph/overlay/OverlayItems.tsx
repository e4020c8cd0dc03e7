import { MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '../../ui/popups/Menu.tsx';
import { OverlayMode, OverlayScope, type OverlayChoice } from '../preferences.ts';

export interface OverlayItemsProps {
  readonly choice: OverlayChoice;
  readonly onChoice: (choice: OverlayChoice) => void;
}

export const overlayNames: Readonly<Record<OverlayMode, string>> = {
  off: 'None',
  observed: 'Observed path',
  bottleneck: 'Bottleneck',
  time: 'Time per node',
  tokens: 'Tokens per node',
};

const scopeNames: Readonly<Record<OverlayScope, string>> = {
  run: 'Selected run',
  turn: 'Selected turn',
  thread: 'Whole thread',
};

export function OverlayItems({ choice, onChoice }: OverlayItemsProps) {
  return (
    <>
      <MenuLabel>Overlay</MenuLabel>
      <MenuRadioGroup
        value={choice.mode}
        onChange={(mode) => onChoice({ ...choice, mode: OverlayMode.parse(mode) })}
      >
        {OverlayMode.options.map((mode) => (
          <MenuRadioItem key={mode} value={mode}>
            {overlayNames[mode]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuLabel>Scope</MenuLabel>
      <MenuRadioGroup
        value={choice.scope}
        onChange={(scope) => onChoice({ ...choice, scope: OverlayScope.parse(scope) })}
      >
        {OverlayScope.options.map((scope) => (
          <MenuRadioItem key={scope} value={scope}>
            {scopeNames[scope]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  );
}
