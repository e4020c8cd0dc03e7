import { Minus, Plus } from 'lucide-react';
import { IconButton } from '../ui/controls/IconButton.tsx';

export interface ZoomButtonsProps {
  readonly camera: { readonly zoomIn: () => void; readonly zoomOut: () => void } | null;
}

export function ZoomButtons({ camera }: ZoomButtonsProps) {
  return (
    <>
      <IconButton
        label="Zoom out"
        icon={<Minus size={15} aria-hidden />}
        disabled={camera === null}
        onClick={() => camera?.zoomOut()}
      />
      <IconButton
        label="Zoom in"
        icon={<Plus size={15} aria-hidden />}
        disabled={camera === null}
        onClick={() => camera?.zoomIn()}
      />
    </>
  );
}
