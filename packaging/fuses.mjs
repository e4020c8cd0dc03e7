/**
 * Fuses of the packaged program, by their names in `@electron/fuses`. Packaging flips exactly these and
 * reads them back; a build for end-to-end tests differs in `EnableNodeCliInspectArguments` alone, which Playwright
 * needs.
 */
export const fuses = Object.freeze({
  RunAsNode: false,
  // The window and its host have no cookies. Chromium would ask for the key of this encryption at each start: on macOS
  // with a question for the keychain's password when the program has no signature of a developer, on Linux of a keyring.
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  // As it comes: without the handlers, V8 checks each access to WebAssembly's memory by itself. Slower, and no
  // safer.
  WasmTrapHandlers: true,
});
