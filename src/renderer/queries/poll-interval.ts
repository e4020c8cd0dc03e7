// As long as the services wait before they read a thread again that could not be read.
const failedMs = 3000;

/**
 * After how many milliseconds a polled read is repeated: a server that failed is not asked as often as one that
 * answers. *Try again* does not wait for it.
 */
export function pollInterval(usualMs: number, { status }: { readonly status: string }): number {
  return status === 'error' ? Math.max(usualMs, failedMs) : usualMs;
}
