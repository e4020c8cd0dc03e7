import type { SecretStorage } from '../../shared/model/app-info.ts';

interface OpenedSecret {
  readonly plain: string;
  readonly shouldReEncrypt: boolean;
}

/**
 * Encrypts and decrypts API keys and other secrets with the host's key store. Each host implements it;
 * `testing` has one in memory. Promises may stay pending forever, because a key store may wait for a person.
 */
export interface SecretVault {
  /** What is known now. Never prompts, so that no prompt comes before a key is needed. */
  describe(): SecretStorage;
  /** Asks the key store what it can do, if unknown. Never rejects. */
  check(): Promise<SecretStorage>;
  /** Returns an encrypted, opaque text, which is stored in the member `sealed`. Throws if nothing can encrypt now, or only without protection. */
  encrypt(plain: string): Promise<string>;
  /** Throws if the text can't be opened now: another store or user, or locked. */
  decrypt(encryptedText: string): Promise<OpenedSecret>;
  /** Whether an encrypted text is protected from other users, judged by the text alone. */
  isProtected(encryptedText: string): boolean;
}

/**
 * A child process that exchanges JSON messages with its parent: Node's fork or Electron's utility process.
 */
export interface ChildHandle {
  readonly pid: number | undefined;
  onMessage(listener: (message: unknown) => void): void;
  onLine(listener: (source: 'out' | 'err', line: string) => void): void;
  /** Called once. `code` is `null` if a signal ended it. */
  onExit(listener: (code: number | null) => void): void;
  postMessage(message: unknown): void;
  kill(): void;
}

/** How to start a child: fixed module, no shell, exactly this environment. */
export interface ChildOptions {
  readonly modulePath: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * What a host supplies. Everything with rules is in services and takes one of these.
 *
 * - `dataFolder`: Absolute folder for all stored data. Exists, mode 0700.
 * - `resourcesFolder`: Absolute folder with the runner of projects and the templates.
 * - `demoServerFolder`: Absolute folder with the built demo server, `entry.mjs`, and its graphs in `demo/`.
 * - `isOpenToNetwork`: Whether others on the network can reach this host.
 * - `proxyFor`: The system's proxy for an address, as a URL, with its password if any; `null` for none. Called for each request,
 *   because networks change, but never for this machine itself.
 */
export interface Platform {
  readonly host: 'electron' | 'web';
  readonly version: string;
  readonly os: string;
  readonly dataFolder: string;
  readonly resourcesFolder: string;
  readonly demoServerFolder: string;
  readonly vault: SecretVault;
  readonly openExternal: (url: string) => Promise<void>;
  readonly isOpenToNetwork: boolean;
  readonly startChild: (options: ChildOptions) => ChildHandle;
  readonly proxyFor: (url: string) => Promise<string | null>;
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
}
