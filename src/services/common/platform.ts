import type { SecretStorage } from '../../shared/model/app-info.ts';

/** A text that was sealed before, opened. */
export interface OpenedSecret {
  readonly plain: string;
  /** Whether it should be sealed anew: the key was changed, or a better one is there now. */
  readonly shouldReseal: boolean;
}

/**
 * Seals texts with whatever the host's system has. Implemented by each host; an in-memory one lies in `testing`. What
 * answers with a promise may take for ever: a key store may wait for a person (row E-25).
 */
export interface SecretVault {
  /** What is known now. Asks nobody, so that no prompt comes before a key is needed. */
  describe(): SecretStorage;
  /** Asks the key store what it can do, if that is not known (rows E-20 and E-27). Never rejects. */
  check(): Promise<SecretStorage>;
  /** Returns an opaque text. Throws when nothing can seal now, or when what seals does not protect. */
  seal(plain: string): Promise<string>;
  /** Throws when the text can't be opened now: another store, another user, a locked one (row E-21). */
  open(sealed: string): Promise<OpenedSecret>;
  /** Whether a sealed text is protected, as far as the text tells (row E-27). */
  protects(sealed: string): boolean;
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
