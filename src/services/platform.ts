import type { SecretStorage } from '../shared/model/app-info.ts';

/** Seals texts with whatever the host's system has. Implemented by each host; an in-memory one lies in `testing`. */
export interface SecretVault {
  /** Asked each time, because a key store can be locked, changed or taken away while the studio runs (row E-20). */
  describe(): SecretStorage;
  /** Returns an opaque text. Throws when nothing can seal now. */
  seal(plain: string): Promise<string>;
  /** Throws when the text can't be opened now: another backend, another user, a locked store (row E-21). */
  open(sealed: string): Promise<string>;
}

/** A child process that speaks JSON messages with its parent. Node's fork and Electron's utility process both fit. */
export interface ChildHandle {
  readonly pid: number | undefined;
  onMessage(listener: (message: unknown) => void): void;
  onLine(listener: (source: 'out' | 'err', line: string) => void): void;
  /** Called once. `code` is `null` when a signal ended it. */
  onExit(listener: (code: number | null) => void): void;
  postMessage(message: unknown): void;
  /** Ends it at once. */
  kill(): void;
}

/** How to start a child: fixed module, no shell, exactly this environment (rows P-1 and P-2). */
export interface ChildOptions {
  readonly modulePath: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a host supplies. Everything with rules lives in services and takes one of these. */
export interface Platform {
  readonly host: 'electron' | 'web';
  readonly version: string;
  readonly os: string;
  /** Absolute folder for everything that the studio keeps. Exists, mode 0700. */
  readonly dataFolder: string;
  /** Absolute folder with `demo/`, the demo graph project. */
  readonly resourcesFolder: string;
  readonly vault: SecretVault;
  readonly openLink: (url: string) => Promise<void>;
  readonly startChild: (options: ChildOptions) => ChildHandle;
  /**
   * The proxy that the system wants for an address, as a URL with its password if it has one; `null` is none. Asked for
   * each request, because networks change. Not asked about this machine itself (row C-7).
   */
  readonly proxyFor: (url: string) => Promise<string | null>;
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
}
