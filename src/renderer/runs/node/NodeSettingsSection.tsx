import type { Execution } from '../../../shared/model/thread-record.ts';
import type { NodeViewSlots } from './node-view-props.ts';
import { ExecutionSection } from './ExecutionSection.tsx';

interface NodeSettingsSectionProps {
  readonly slots: NodeViewSlots;
  readonly execution: Execution | null;
}

export function NodeSettingsSection({ slots: { settings }, execution }: NodeSettingsSectionProps) {
  if (settings === null) return null;
  return (
    <ExecutionSection title="Settings" note={settings.count} startsOpen={settings.isEdited}>
      {settings.render(execution)}
    </ExecutionSection>
  );
}
