const windowMs = 60_000;
const freeGuesses = 20;
const penaltyMs = 1_000;

// Slows down guessing: of the wrong tokens and codes within a minute, the first twenty are answered at once,
// later ones with a second's delay. Right ones are never delayed, so that a guesser can't lock the
// user out.
export interface AuthThrottle {
  // Counts a wrong guess; resolves when it may be answered.
  wait(): Promise<void>;
}

export function createAuthThrottle(
  now: () => number = () => performance.now(),
  sleep: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): AuthThrottle {
  let times: number[] = [];
  return {
    async wait() {
      times = [...times.filter((time) => time > now() - windowMs), now()].slice(-(freeGuesses + 1));
      if (times.length > freeGuesses) await sleep(penaltyMs);
    },
  };
}
