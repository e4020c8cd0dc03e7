import { Maximize, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { Toolbar } from '../ui/Toolbar.tsx';
import type { Camera } from './use-camera.ts';
import type { Xray } from './use-xray.ts';
import styles from './Canvas.module.css';

export interface GraphToolbarProps {
  readonly xray: Pick<Xray, 'level' | 'levels' | 'setLevel'>;
  readonly camera: Camera | null;
  /** How the graph is laid out. */
  readonly layout: ReactNode;
  /** What the canvas is busy with, if anything. */
  readonly note: string | null;
}

/** X-ray level, fit and zoom. */
export function GraphToolbar({ xray, camera, layout, note }: GraphToolbarProps) {
  return (
    <Toolbar
      label="Graph view"
      end={
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
          <Button
            variant="ghost"
            icon={<Maximize size={14} aria-hidden />}
            disabled={camera === null}
            title="Show the whole graph (F)"
            onClick={() => camera?.fit()}
          >
            Fit
          </Button>
        </>
      }
    >
      {xray.levels.length === 0 ? (
        <span className={styles.note}>No subgraphs</span>
      ) : (
        <>
          <span className={styles.note} aria-hidden>
            X-ray
          </span>
          <Segmented
            label="X-ray level"
            value={String(clampLevel(xray))}
            onChange={(value) => xray.setLevel(value === 'all' ? 'all' : Number(value))}
            options={xray.levels.map((level) => ({
              value: String(level),
              label: level === 'all' ? 'All' : String(level),
            }))}
          />
        </>
      )}
      {layout}
      {note === null ? null : (
        <span className={styles.note} role="status">
          {note}
        </span>
      )}
    </Toolbar>
  );
}

/** A remembered level that is deeper than the graph is now shows as all. */
function clampLevel({ level, levels }: GraphToolbarProps['xray']): string | number {
  return levels.includes(level) ? level : 'all';
}
