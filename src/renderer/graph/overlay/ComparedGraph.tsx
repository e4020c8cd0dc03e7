import { ReactFlowProvider } from '@xyflow/react';
import { Maximize } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, createContext, use } from 'react';
import { clsx } from 'clsx';
import type { NodeMark } from '../../../shared/model/comparison.ts';
import type { GraphShape } from '../../../shared/model/graph.ts';
import { useCommandBindings } from '../../commands/command-registry.ts';
import { createNodeActivityStore } from '../../shared-ui/node-activity.ts';
import { useGraphShape } from '../../queries/shared-queries.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { Toolbar } from '../../ui/controls/Toolbar.tsx';
import {
  CanvasContext,
  CanvasIdContext,
  useCanvas,
  type CanvasContextValue,
} from '../canvas/canvas-context.ts';
import type { Camera } from '../canvas/use-camera.ts';
import { useNameSize, useOverviewStroke } from '../canvas/use-level-of-detail.ts';
import { useDirection } from '../layout/use-direction.ts';
import { useLayout } from '../layout/use-layout.ts';
import { markModelNodes } from '../model/agent-rows.ts';
import { descendantsOf, indexGraph } from '../model/graph-index.ts';
import { groupSiblings } from '../model/sibling-groups.ts';
import { BadgesContext } from '../nodes/badges-context.ts';
import { GraphCanvas } from '../GraphCanvas.tsx';
import { useNodePositions } from '../layout/use-node-positions.ts';
import { directionPreference, usePreference } from '../preferences.ts';
import { useXray } from '../use-xray.ts';
import { comparisonIcons } from './comparison-icons.ts';
import { ComparisonLegend } from './ComparisonLegend.tsx';
import { comparisonMarks, comparisonWords, type ComparisonMark } from './comparison-marks.ts';
import { GraphPlaceholder } from '../canvas/GraphPlaceholder.tsx';
import canvasStyles from '../canvas/Canvas.module.css';
import { ZoomButtons } from '../ZoomButtons.tsx';
import type { NodeBadgesProps } from '../model/canvas-decorations.ts';
import styles from './Comparison.module.css';

// Nodes that are drawn smaller can't be distinguished: of a larger graph, a part is shown.
const minFitZoom = 0.2;

export interface ComparedGraphProps {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly marks: readonly NodeMark[];
  readonly selectedNodeId: string | null;
  readonly onSelectNode: (nodeId: string | null) => void;
}

export function ComparedGraph(props: ComparedGraphProps) {
  const graph = useGraphShape(props.connectionId, props.assistantId);
  return (
    <section className={canvasStyles.root} aria-label="Graph of the comparison">
      {graph.data ? (
        <MarkedGraph
          key={JSON.stringify([props.connectionId, props.assistantId])}
          shape={graph.data}
          {...props}
        />
      ) : (
        <div className={canvasStyles.blank}>
          <GraphPlaceholder graph={graph} />
        </div>
      )}
    </section>
  );
}

function MarkedGraph(props: ComparedGraphProps & { readonly shape: GraphShape }) {
  const { connectionId, assistantId, shape, marks: nodes, selectedNodeId, onSelectNode } = props;
  const grouped = useMemo(() => groupSiblings(markModelNodes(shape)), [shape]);
  const xray = useXray(connectionId, assistantId, grouped);
  const body = useRef<HTMLDivElement>(null);
  const [choice] = usePreference(['direction'], directionPreference);
  const direction = useDirection(choice, xray.visibleAtLevel, body);
  const { laidOut, problem, retry } = useLayout(xray.visible, direction);
  // Where the comparison's nodes are dragged to is its own: not where they are while the graph runs.
  const positioned = useNodePositions(laidOut, ['comparison', connectionId, assistantId, direction ?? '']);
  const [camera, setCamera] = useState<Camera | null>(null);
  const [activity] = useState(createNodeActivityStore);
  const graphMarks = useMemo(
    () => comparisonMarks(nodes, grouped, xray.visible),
    [nodes, grouped, xray.visible],
  );
  const insideOf = useMemo(() => {
    const index = indexGraph(grouped);
    const none: readonly string[] = [];
    return (id: string) => (index.childrenOf.has(id) ? descendantsOf(index, id) : none);
  }, [grouped]);
  const badges = useMemo(
    () => ({ breakpoints: [], pinned: new Set<string>(), notes: graphMarks.notes }),
    [graphMarks.notes],
  );
  const { toggleCollapsed } = xray;
  const canvas = useMemo<CanvasContextValue>(
    () => ({
      activity,
      insideOf,
      toggleCollapsed,
      selectTask: onSelectNode,
      extras: {
        Badges: ComparisonBadge,
        onMenu: null,
        onBreak: null,
        hasNoRun: true,
        descriptions: new Map(
          grouped.nodes.map(({ id }) => {
            const mark = graphMarks.marks.get(id);
            const note = graphMarks.notes.get(id);
            const word = mark === undefined ? 'ran on neither side' : comparisonWords[mark];
            return [id, note === undefined ? word : `${word}, ${visitWords(note)}`] as const;
          }),
        ),
        tints: graphMarks.tints,
        nodeChanges: new Map(),
        edgeStyles: graphMarks.edgeStyles,
        edgeNotes: new Map(),
        extraEdges: [],
      },
    }),
    [activity, insideOf, toggleCollapsed, onSelectNode, grouped, graphMarks],
  );
  useCommandBindings({
    'graph.fit': {
      run: () => camera?.fit(),
      blocked: camera === null ? 'The graph is not drawn yet.' : null,
    },
    'graph.show-all': {
      run: () => camera?.showAll(),
      blocked: camera === null ? 'The graph is not drawn yet.' : null,
    },
  });
  useEffect(() => {
    if (selectedNodeId !== null) camera?.bringIntoView(selectedNodeId);
  }, [camera, selectedNodeId]);
  return (
    <CanvasIdContext value="comparison">
      <Toolbar
        label="View of the graph"
        end={
          <>
            <ZoomButtons camera={camera} />
            <IconButton
              label="Fit graph"
              icon={<Maximize size={15} aria-hidden />}
              disabled={camera === null}
              onClick={() => camera?.fit()}
            />
          </>
        }
      >
        {xray.levels.length === 0 ? null : (
          <SegmentedControl
            label="X-ray level"
            value={String(xray.levels.includes(xray.level) ? xray.level : 'all')}
            onChange={(value) => xray.setLevel(value === 'all' ? 'all' : Number(value))}
            options={xray.levels.map((level) => ({
              value: String(level),
              label: level === 'all' ? 'All' : String(level),
            }))}
          />
        )}
      </Toolbar>
      <div className={canvasStyles.body} ref={body}>
        {positioned.laidOut ? (
          <ReactFlowProvider>
            <CanvasContext value={canvas}>
              <BadgesContext value={badges}>
                <ComparisonMarksContext value={graphMarks.marks}>
                  <GraphCanvas
                    laidOut={positioned.laidOut}
                    shape={shape}
                    onDrag={positioned.onDrag}
                    onReset={positioned.reset}
                    selectedId={selectedNodeId}
                    isFollowing={false}
                    // What differs is to be seen at once, also where the nodes have no room for their names.
                    minZoom={minFitZoom}
                    onUserMove={ignore}
                    onSelect={onSelectNode}
                    onDisplayed={ignore}
                    onCamera={setCamera}
                  />
                  <ComparisonLegend marks={graphMarks.marks} missing={graphMarks.missing} />
                </ComparisonMarksContext>
              </BadgesContext>
            </CanvasContext>
          </ReactFlowProvider>
        ) : problem === null ? (
          <Loading fill>Laying out the graph</Loading>
        ) : null}
        {problem === null ? null : (
          <div className={canvasStyles.problem}>
            <ErrorNotice action="Could not lay out the graph" error={new Error(problem)} onRetry={retry} />
          </div>
        )}
      </div>
    </CanvasIdContext>
  );
}

function visitWords(note: string): string {
  const [left, right] = note.split(' | ').map((part) => part.replace('×', ''));
  return right === undefined
    ? `ran ${timesText(left)}`
    : `left ran ${timesText(left)}, right ${timesText(right)}`;
}

function timesText(count: string | undefined): string {
  return count === '1' ? 'once' : `${count ?? '?'} times`;
}

function ignore(): void {}

const ComparisonMarksContext = createContext<ReadonlyMap<string, ComparisonMark>>(new Map());

function ComparisonBadge({ node }: NodeBadgesProps) {
  const mark = use(ComparisonMarksContext).get(node.id);
  const { tints } = useCanvas().extras;
  // Zoomed out, only the icon has room at a legible size; further out, the colour of the whole block.
  const isIconOnly = useNameSize() !== null;
  const isFar = useOverviewStroke() !== null;
  if (mark === undefined) return null;
  const Icon = comparisonIcons[mark];
  if (isFar && tints.has(node.id)) {
    return (
      <span data-part="comparison" aria-hidden>
        <span className={clsx(styles[mark], styles.block)}>
          <Icon />
        </span>
        <span className="visually-hidden">{comparisonWords[mark]}</span>
      </span>
    );
  }
  return (
    <span className={clsx(styles.badge, styles[mark])} data-part="comparison" aria-hidden>
      {isIconOnly ? <Icon /> : null}
      <span className={clsx(isIconOnly && 'visually-hidden')}>{comparisonWords[mark]}</span>
    </span>
  );
}
