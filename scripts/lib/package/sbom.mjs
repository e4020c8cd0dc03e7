import { run } from '../process/run.mjs';
import { shippedPackages } from './notices.mjs';

/**
 * The part of CycloneDX 1.5 that is read or changed here; the rest is npm's.
 * @typedef {{ name: string, version: string, 'bom-ref': string, type: string, scope?: string,
 *   properties?: { name: string, value: string }[] } & Record<string, unknown>} Component
 * @typedef {{ components: Component[], dependencies: { ref: string, dependsOn?: string[] }[],
 *   metadata: { component: Component } & Record<string, unknown> } & Record<string, unknown>} Sbom
 */

/**
 * The list of components (SBOM) of a desktop package: npm's own list of what is installed, reduced to what ships,
 * and Electron.
 * @param {string} electronVersion
 */
export async function createSbom(electronVersion) {
  const { window, program, 'demo-server': demoServer } = shippedPackages();
  return reduceSbom(await installedSbom(), [...window, ...program, ...demoServer], electronVersion);
}

/** The same of the npm package: the window, the command line with the web host, and the demo server. */
export async function createPackageSbom() {
  const { window, 'command-line': commandLine, 'demo-server': demoServer } = shippedPackages();
  return reduceSbom(await installedSbom(), [...window, ...commandLine, ...demoServer], null);
}

/**
 * The same of the container: what the npm package has, Node.js, and the packages of the system.
 * @param {Sbom} npmPackage @param {{ node: string, system: string, packages: readonly { name: string, version: string }[] }} image
 *   `system`: the distribution's id, such as `debian`.
 * @returns {Sbom}
 */
export function containerSbom(npmPackage, { node, system, packages }) {
  const components = [
    entry('node', node, `pkg:generic/node@${node}`),
    ...packages.map(({ name, version }) =>
      entry(name, version, `pkg:deb/${system}/${encodeURIComponent(name)}@${encodeURIComponent(version)}`),
    ),
  ];
  const { component } = npmPackage.metadata;
  return {
    ...npmPackage,
    metadata: { ...npmPackage.metadata, component: { ...component, type: 'container' } },
    components: [...npmPackage.components, ...components],
    dependencies: npmPackage.dependencies.map((dependency) =>
      dependency.ref === component['bom-ref']
        ? {
            ...dependency,
            dependsOn: [...(dependency.dependsOn ?? []), ...components.map((one) => one['bom-ref'])],
          }
        : dependency,
    ),
  };
}

/** @param {string} name @param {string} version @param {string} purl @returns {Component} */
function entry(name, version, purl) {
  return { type: 'library', name, version, 'bom-ref': purl, purl, scope: 'required' };
}

/** npm's list of everything that is installed. @returns {Promise<Sbom>} */
async function installedSbom() {
  const { code, output } = await run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--loglevel', 'silent']);
  if (code !== 0) throw new Error(`npm sbom failed.\n${output}`);
  return JSON.parse(output);
}

/**
 * @param {Sbom} installed @param {readonly { name: string, version: string }[]} shipped
 * @param {string | null} electronVersion `null`: without Electron.
 * @returns {Sbom}
 */
export function reduceSbom(installed, shipped, electronVersion) {
  const electron = electronVersion === null ? [] : [{ name: 'electron', version: electronVersion }];
  const wanted = new Set([...shipped, ...electron].map(refOf));
  const components = installed.components
    .filter((component) => wanted.has(refOf(component)))
    .map((component) => ({
      ...component,
      scope: 'required',
      // Bundled packages are dependencies of development here; in the package they are the program.
      properties: component.properties?.filter(({ name }) => name !== 'cdx:npm:package:development'),
    }));
  const componentRefs = new Set(components.map(refOf));
  const missing = [...wanted].filter((ref) => !componentRefs.has(ref));
  if (missing.length > 0) throw new Error(`npm does not list ${missing.join(', ')}, which ships.`);
  const refs = new Set(components.map((component) => component['bom-ref']));
  const { component } = installed.metadata;
  return {
    ...installed,
    metadata: {
      ...installed.metadata,
      component: { ...component, type: 'application', name: 'remote-graph-studio' },
    },
    components,
    dependencies: installed.dependencies
      .filter(({ ref }) => refs.has(ref) || ref === component['bom-ref'])
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

/** @param {{ name: string, version: string }} component */
const refOf = ({ name, version }) => `${name}@${version}`;
