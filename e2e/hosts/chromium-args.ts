/**
 * Features that Playwright switches off itself. They are repeated because Chromium obeys the last `--disable-features` only;
 * see `chromiumSwitches` in playwright-core.
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
 * The suggestions below Chromium's address bar are pages of their own. They load with every browser window, that is with every
 * context, though nobody sees them: 0.5 of the 0.7 CPU seconds that a new context costs.
 */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** Arguments for Chromium in the specs, on both hosts. */
export const chromiumArgs: readonly string[] = [
  `--disable-features=${[...switchedOffByPlaywright, ...addressBarPages].join(',')}`,
  // A page lives for seconds here: to compile its code a second time costs more than it saves, as does a small nursery.
  '--js-flags=--no-opt --no-maglev --min-semi-space-size=32',
  // Without a graphics card it would be emulated, which costs more than drawing without one.
  '--disable-gpu',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
