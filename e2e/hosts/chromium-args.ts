/**
 * Features that Playwright disables. They are repeated because Chromium uses only the last
 * `--disable-features`; see `chromiumSwitches` in playwright-core.
 */
const switchedOffByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * The suggestions below the address bar are pages that load with every context: 0.5 of the 0.7 CPU seconds
 * that a new context costs.
 */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

export const chromiumArgs: readonly string[] = [
  `--disable-features=${[...switchedOffByPlaywright, ...addressBarPages].join(',')}`,
  // A page lives for seconds here: optimizing its code costs more than it saves, as does a small nursery.
  '--js-flags=--no-opt --no-maglev --min-semi-space-size=32',
  // Without a graphics card it would be emulated, which costs more than software rendering.
  '--disable-gpu',
  // What is left of it, drawing the window, needs no process of its own.
  '--in-process-gpu',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
