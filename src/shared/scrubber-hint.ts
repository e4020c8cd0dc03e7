/** Said wherever secrets are removed: no list of rules is complete. */
export const scrubberHint =
  'No scrubber finds every secret. Read and search what is left before you share it.';
