/** Lists are read anew this often. */
export const LIST_POLL_MS = 5_000;
