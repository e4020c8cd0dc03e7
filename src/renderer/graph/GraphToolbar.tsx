import { CircleDot, Download, Ellipsis, Locate, LocateFixed, Maximize, Route, Search } from 'lucide-react';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { dispatch } from '../commands/command-queue.ts';
import { useCommandKeys } from '../commands/keymap.ts';
import { Button } from '../ui/controls/Button.tsx';
import { hintWithKeys } from '../ui/display/Kbd.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/popups/Menu.tsx';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { Toolbar } from '../ui/controls/Toolbar.tsx';
import { BreakpointItems } from './BreakpointItems.tsx';
import { breakpointCount } from './breakpoint-markers.ts';
import { ExportItems } from './export/ExportItems.tsx';
import { OverlayItems, overlayNames } from './overlay/OverlayItems.tsx';
import type { FollowRun } from './use-follow-run.ts';
import type { Camera } from './canvas/use-camera.ts';
import type { CanvasTools } from './use-canvas-tools.ts';
import type { Xray } from './use-xray.ts';
import { ZoomButtons } from './ZoomButtons.tsx';
import styles from './GraphToolbar.module.css';

export interface GraphToolbarProps {
  readonly xray: Pick<Xray, 'level' | 'levels' | 'setLevel'>;
  readonly camera: Camera | null;
  readonly tools: CanvasTools;
  readonly follow: FollowRun;
  readonly layout: ReactNode;
  readonly note: ToolbarNote | null;
}

export interface ToolbarNote {
  readonly text: string;
  readonly title?: string;
}

// X-ray level, layout, find, breakpoints, overlay, export and zoom. In a narrow pane the labels disappear
// first, then the rest moves into a menu.
export function GraphToolbar({ xray, camera, tools, follow, layout, note }: GraphToolbarProps) {
  const findKeys = useCommandKeys('graph.find');
  const fitKeys = useCommandKeys('graph.fit');
  return (
    <div className={styles.spacer}>
      <Toolbar
        label="Graph view"
        end={
          <>
            <div className={styles.group}>
              <Breakpoints tools={tools} />
              <Overlay tools={tools} />
              <Menu
                align="end"
                trigger={
                  <Button
                    variant="ghost"
                    icon={<Download size={14} aria-hidden />}
                    aria-label="Export"
                    disabled={camera === null}
                  >
                    <span className={styles.text}>Export</span>
                  </Button>
                }
              >
                <ExportItems onExport={tools.save} />
              </Menu>
            </div>
            <IconButton
              label="Follow run"
              icon={
                follow.isFollowing ? (
                  <LocateFixed size={15} aria-hidden className={styles.on} />
                ) : (
                  <Locate size={15} aria-hidden />
                )
              }
              pressed={follow.isFollowing}
              onClick={follow.toggle}
            />
            <div className={styles.zoom}>
              <ZoomButtons camera={camera} />
            </div>
            <Button
              variant="ghost"
              icon={<Maximize size={14} aria-hidden />}
              disabled={camera === null}
              aria-label="Fit"
              title={hintWithKeys('Fit graph', fitKeys)}
              onClick={() => camera?.fit()}
            >
              <span className={styles.text}>Fit</span>
            </Button>
            <div className={styles.more}>
              <Menu
                align="end"
                trigger={<IconButton label="More" icon={<Ellipsis size={15} aria-hidden />} />}
              >
                <MenuItem
                  icon={<Search size={14} aria-hidden />}
                  kbd={findKeys}
                  command="graph.find"
                  disabled={camera === null}
                  onSelect={() => dispatch({ type: 'find-node' })}
                >
                  Find a node
                </MenuItem>
                <MenuSeparator />
                <OverlayItems choice={tools.overlay.choice} onChoice={tools.overlay.choose} />
                <MenuSeparator />
                <BreakpointItems breakpoints={tools.breakpoints} />
                <MenuSeparator />
                <ExportItems onExport={tools.save} />
              </Menu>
            </div>
          </>
        }
      >
        {xray.levels.length === 0 ? (
          <span className={clsx(styles.note, styles.flat)}>No subgraphs</span>
        ) : (
          <>
            <span className={styles.label} aria-hidden>
              X-ray
            </span>
            <SegmentedControl
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
        <div className={styles.group}>
          <IconButton
            label="Find a node"
            kbd={findKeys}
            icon={<Search size={15} aria-hidden />}
            disabled={camera === null}
            onClick={() => dispatch({ type: 'find-node' })}
          />
        </div>
        {note === null ? null : (
          <span className={styles.note} role="status" title={note.title}>
            {note.text}
          </span>
        )}
      </Toolbar>
    </div>
  );
}

function Breakpoints({ tools: { breakpoints } }: Pick<GraphToolbarProps, 'tools'>) {
  const count = breakpointCount(breakpoints.all);
  const label = count === 0 ? 'Breakpoints: none set' : `Breakpoints: ${count} set`;
  return (
    <Menu
      align="end"
      trigger={
        <Button
          variant="ghost"
          aria-label={label}
          title={label}
          icon={<CircleDot size={14} aria-hidden className={count === 0 ? undefined : styles.armed} />}
        >
          <span className={styles.count}>{count === 0 ? '' : count}</span>
        </Button>
      }
    >
      <BreakpointItems breakpoints={breakpoints} />
    </Menu>
  );
}

function Overlay({ tools: { overlay } }: Pick<GraphToolbarProps, 'tools'>) {
  const { mode } = overlay.choice;
  return (
    <Menu
      align="end"
      trigger={
        <Button
          variant="ghost"
          icon={<Route size={14} aria-hidden className={mode === 'off' ? undefined : styles.on} />}
          aria-label={`Overlay: ${overlayNames[mode].toLowerCase()}`}
          title={`Overlay: ${overlayNames[mode].toLowerCase()}`}
        >
          <span className={styles.text}>Overlay</span>
        </Button>
      }
    >
      <OverlayItems choice={overlay.choice} onChoice={overlay.choose} />
    </Menu>
  );
}

// A stored level deeper than the graph shows as all.
function clampLevel({ level, levels }: GraphToolbarProps['xray']): string | number {
  return levels.includes(level) ? level : 'all';
}
