import { EventEmitter } from 'node:events';
import type { NativeTheme as ElectronNativeTheme } from 'electron';
import { refuseUnknown } from '../refuse-unknown.ts';

class NativeTheme
  extends EventEmitter
  implements Pick<ElectronNativeTheme, 'shouldUseDarkColors' | 'themeSource'>
{
  #source: ElectronNativeTheme['themeSource'] = 'system';

  get themeSource(): ElectronNativeTheme['themeSource'] {
    return this.#source;
  }

  set themeSource(source) {
    this.#source = source;
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }

  mediaFeature(): { readonly name: string; readonly value: string } {
    return { name: 'prefers-color-scheme', value: this.shouldUseDarkColors ? 'dark' : 'light' };
  }
}

refuseUnknown('nativeTheme', NativeTheme.prototype);

export const nativeTheme = new NativeTheme();
