import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { anAssistant } from '../../testing/builders.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';

afterEach(cleanup);

const aVersion = (version: number) => ({
  version,
  name: 'writer',
  description: null,
  createdAt: null,
  createdBy: null,
  configText: '{}',
  contextText: '{}',
});

async function showOldest(isCut: boolean) {
  renderView(
    <VersionsDialog
      connectionId="c"
      serverName="Production"
      assistant={anAssistant({ version: 8 })}
      onClose={() => undefined}
      renderDiff={() => <p>The difference</p>}
    />,
    { calls: { 'assistants.versions': async () => ({ versions: [aVersion(8), aVersion(7)], isCut }) } },
  );
  await userEvent.click(await screen.findByRole('option', { name: /Version 7/ }));
}

it('compares the first version with nothing', async () => {
  await showOldest(false);
  expect(await screen.findByText('the first one')).toBeTruthy();
  expect(screen.getByText('The difference')).toBeTruthy();
});

it('does not call the oldest listed version the first one when there are older ones', async () => {
  await showOldest(true);
  expect(await screen.findByText('The version before it is not listed.')).toBeTruthy();
  expect(screen.queryByText('the first one')).toBeNull();
  expect(screen.queryByText('The difference')).toBeNull();
  expect(screen.getByRole('button', { name: 'Compare with: Choose' })).toBeTruthy();
});
