import { CompareView } from '../../compare/CompareView.tsx';
import { ComparedGraph } from '../../graph/overlay/ComparedGraph.tsx';
import { JsonMessage } from '../../runs/messages/JsonMessage.tsx';
import { StateDiff } from '../../thread-state/StateDiff.tsx';
import { StateTree } from '../../thread-state/tree/StateTree.tsx';
import { useCompareTrayProps } from './use-compare-tray-props.ts';

export function ComparePane() {
  return (
    <CompareView
      {...useCompareTrayProps()}
      renderGraph={(graph) => <ComparedGraph {...graph} />}
      renderDiff={(before, after) => <StateDiff before={before} after={after} />}
      renderTree={(text, label) => (
        <StateTree
          text={text}
          label={label}
          rootName={label.toLowerCase()}
          renderMessage={(json) => <JsonMessage text={json} />}
        />
      )}
    />
  );
}
