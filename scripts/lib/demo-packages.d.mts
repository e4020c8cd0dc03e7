interface Locked {
  readonly version?: string;
  readonly integrity?: string;
}

export function demoPackages(): {
  readonly manifest: { readonly dependencies: Readonly<Record<string, string>> };
  readonly lock: { readonly packages: Readonly<Record<string, Locked>> };
};
