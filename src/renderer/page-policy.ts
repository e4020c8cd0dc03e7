import { setNonce } from 'get-nonce';
import { config } from 'zod/v4/core';
import { cspNonce } from './ui/csp-nonce.ts';

/*
 * What the program needs to live under the page's content security policy. It must be the first import of
 * the window, and lies in a file of its own (see electron.vite.config.ts), because a bundler may move what is in one file:
 * schemas look at zod's settings when they are made.
 */

// zod would try whether it may make functions from text; the policy forbids it, and each try is reported.
config({ jitless: true });

// Dialogs add a style tag while they are open; the policy takes it only with the nonce of this load.
const nonce = cspNonce();
if (nonce !== undefined) setNonce(nonce);

allowOwnWorkers();

interface TypePolicies {
  createPolicy(name: 'default', rules: { readonly createScriptURL: (url: string) => string }): unknown;
}

// No text may become a script or the address of one, with this one exception: a worker from the page's own
// host.
function allowOwnWorkers(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TypePolicies };
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { protocol, host } = new URL(url, location.href);
      if (protocol === location.protocol && host === location.host) return url;
      throw new TypeError('A script from elsewhere was refused.');
    },
  });
}
