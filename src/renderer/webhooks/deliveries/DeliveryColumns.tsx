import type { ReactNode } from 'react';
import { SplitPane } from '../../ui/layout/SplitPane.tsx';

interface DeliveryColumnsProps {
  readonly list: ReactNode;
  readonly detail: ReactNode;
}

export function DeliveryColumns({ list, detail }: DeliveryColumnsProps) {
  return (
    <SplitPane
      id="webhooks.columns"
      direction="row"
      panes={[
        { id: 'deliveries', size: 460, minSize: 280, content: list },
        { id: 'delivery', minSize: 300, content: detail },
      ]}
    />
  );
}
