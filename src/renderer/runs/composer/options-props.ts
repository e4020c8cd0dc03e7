import type { Assistant } from '../../../shared/model/assistant.ts';
import type { ChangeOptions, ComposerOptions } from './run-options.ts';

export interface OptionsProps {
  readonly connectionId: string;
  readonly assistant: Assistant;
  readonly options: ComposerOptions;
  readonly onChange: ChangeOptions;
}
