import type { MiniMapNodeProps } from '@xyflow/react';
import { useShownStatus } from './canvas-context.ts';
import styles from './Canvas.module.css';

/** A node on the minimap, coloured by its status. Containers are see-through, so that what lies in them shows. */
export function MiniMapBox({ id, x, y, width, height, className }: MiniMapNodeProps) {
  const status = useShownStatus(id);
  const isContainer = className === 'container';
  return (
    <rect
      className={isContainer ? styles.miniContainer : styles.miniNode}
      data-status={isContainer ? undefined : status}
      x={x}
      y={y}
      width={width}
      height={height}
      rx={6}
    />
  );
}
