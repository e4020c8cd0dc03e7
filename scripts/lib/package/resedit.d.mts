// The part of the package `resedit` that is used here. It comes with electron-builder and is no dependency of ours.

interface ResourceEntry {
  readonly type: number | string;
  readonly id: number | string;
  readonly bin: ArrayBuffer;
}

interface VersionInfo {
  lang: number;
  setFileVersion(version: string): void;
  setStringValues(
    language: { readonly lang: number; readonly codepage: number },
    values: Readonly<Record<string, string>>,
  ): void;
  outputToResourceEntries(entries: ResourceEntry[]): void;
}

export declare class NtExecutable {
  static createEmpty(is32Bit: boolean, isLibrary: boolean): NtExecutable;
  static from(program: Uint8Array): NtExecutable;
  generate(): ArrayBuffer;
}

export declare class NtExecutableResource {
  static from(program: NtExecutable): NtExecutableResource;
  readonly entries: ResourceEntry[];
  outputResource(program: NtExecutable): void;
}

export declare const Resource: { readonly VersionInfo: { createEmpty(): VersionInfo } };
