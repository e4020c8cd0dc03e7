import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { anAssistant } from '../../../testing/builders.ts';
import { renderView, type RenderedApp } from '../../../testing/renderer/render-app.tsx';
import type { SettingPlace } from './AssistantSettings.tsx';
import { defaultOptions, type ChangeOptions, type ComposerOptions } from './composer-options.ts';
import { SettingsLine } from './SettingsLine.tsx';

let app: RenderedApp | null = null;
afterEach(() => {
  app?.end();
  app = null;
});

const schema = (...keys: string[]): string =>
  JSON.stringify({
    type: 'object',
    properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])),
  });

function show(options: Partial<ComposerOptions> = {}) {
  const onChange = vi.fn<ChangeOptions>();
  const onPick = vi.fn<(place: SettingPlace | null) => void>();
  app = renderView(
    <SettingsLine
      connectionId="c"
      assistant={anAssistant({ contextText: '{"tone":"warm"}', configText: '{}' })}
      options={{ ...defaultOptions, ...options }}
      onChange={onChange}
      onPick={onPick}
    />,
    {
      calls: {
        'assistants.schemas': async () => ({
          inputText: null,
          outputText: null,
          stateText: null,
          contextText: schema('tone', 'closing'),
          configText: schema('closing', 'model'),
        }),
      },
    },
  );
  return { onChange, onPick, user: userEvent.setup() };
}

it('goes to a setting of the assistant, and sets one that is not set yet, beside those of the run', async () => {
  const { onChange, onPick, user } = show({ contextText: '{"other":1.0}' });
  await user.click(await screen.findByRole('button', { name: 'Change tone' }));
  expect(onChange).not.toHaveBeenCalled();
  expect(onPick).toHaveBeenLastCalledWith({ field: 'context', path: '/tone' });
  await user.click(screen.getByRole('button', { name: 'Set closing' }));
  expect(onChange).toHaveBeenLastCalledWith({ contextText: '{"other":1.0,"closing":""}' });
  expect(onPick).toHaveBeenLastCalledWith({ field: 'context', path: '/closing' });
  await user.click(screen.getByRole('button', { name: 'Set model' }));
  expect(onChange).toHaveBeenLastCalledWith({ configText: '{"configurable":{"model":""}}' });
  expect(onPick).toHaveBeenLastCalledWith({ field: 'config', path: '/configurable/model' });
});

it('is not there while what was typed for the run is no object', async () => {
  show({ contextText: '{' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('group', { name: 'Settings of the assistant' })).toBeNull();
});
