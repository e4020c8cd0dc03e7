/** A promise settled from outside. Its rejection never counts as unhandled. */
export class Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;

  constructor() {
    let settle: { resolve: (value: T) => void; reject: (reason: unknown) => void } | undefined;
    this.promise = new Promise<T>((resolve, reject) => {
      settle = { resolve, reject };
    });
    this.promise.catch(() => {});
    this.resolve = (value) => settle?.resolve(value);
    this.reject = (reason) => settle?.reject(reason);
  }
}
