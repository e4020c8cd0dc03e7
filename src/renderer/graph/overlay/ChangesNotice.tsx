import { X } from 'lucide-react';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { GraphChanges } from '../../shared-ui/compare-graphs.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import legend from './OverlayLegend.module.css';
import styles from './ChangesNotice.module.css';

const maxNames = 6;

export interface ChangesNoticeProps {
  readonly changes: GraphChanges;
  readonly onReveal: (nodeId: string) => void;
  readonly onDismiss: () => void;
}

export function ChangesNotice({ changes, onReveal, onDismiss }: ChangesNoticeProps) {
  const { added, changed, removed, addedEdges, changedEdges, removedEdges } = changes;
  return (
    <section className={legend.legend} aria-label="Changes to the graph">
      <div className={legend.head}>
        <h3>Graph changed</h3>
        <IconButton
          size="small"
          label="Dismiss the marks"
          icon={<X size={13} aria-hidden />}
          onClick={onDismiss}
        />
      </div>
      <ul className={styles.rows}>
        <Names label="New" look="new" ids={added} onReveal={onReveal} />
        <Names label="Changed" look="changed" ids={changed} onReveal={onReveal} />
        <Names label="Removed" look="removed" ids={removed} />
        {addedEdges.length + changedEdges.length + removedEdges.length === 0 ? null : (
          <Row label="Edges">
            {[
              addedEdges.length > 0 ? `${addedEdges.length.toLocaleString()} new` : null,
              changedEdges.length > 0 ? `${changedEdges.length.toLocaleString()} changed` : null,
              removedEdges.length > 0 ? `${removedEdges.length.toLocaleString()} removed` : null,
            ]
              .filter((part) => part !== null)
              .join(', ')}
          </Row>
        )}
      </ul>
    </section>
  );
}

function Names({
  label,
  look,
  ids,
  onReveal,
}: {
  readonly label: string;
  readonly look: 'new' | 'changed' | 'removed';
  readonly ids: readonly string[];
  readonly onReveal?: (nodeId: string) => void;
}) {
  if (ids.length === 0) return null;
  const unnamedCount = ids.length - maxNames;
  return (
    <Row label={label} look={look}>
      {ids.slice(0, maxNames).map((id) =>
        onReveal === undefined ? (
          <span key={id} className={styles.name} title={id}>
            {id}
          </span>
        ) : (
          <button
            key={id}
            type="button"
            className={clsx(styles.name, styles.link)}
            title={id}
            onClick={() => onReveal(id)}
          >
            {id}
          </button>
        ),
      )}
      {unnamedCount > 0 ? <span>and {unnamedCount.toLocaleString()} more</span> : null}
    </Row>
  );
}

function Row({
  label,
  look,
  children,
}: {
  readonly label: string;
  readonly look?: 'new' | 'changed' | 'removed';
  readonly children: ReactNode;
}) {
  return (
    <li>
      <span className={clsx(styles.label, look && styles[look])}>{label}</span>
      <span className={styles.names}>{children}</span>
    </li>
  );
}
