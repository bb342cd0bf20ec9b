/** Politeness and patience towards mail servers. Times are in milliseconds. */
export interface VerifierLimits {
  /** Connections of this process in all. Default 20. */
  readonly maxConnections: number;
  /** Connections to one mail server. Default 2. */
  readonly connectionsPerServer: number;
  /** Pause after a connection to a mail server before its place is taken by the next one. Default 2 s. */
  readonly pauseMs: number;
  /** Addresses that one connection asks about, beside a random one. Default 20. */
  readonly recipientsPerConnection: number;
  /** Addresses of a domain's mail servers that are tried until one answers. Default 4. */
  readonly serversPerDomain: number;
  /** Patience for a connection. Default 10 s. */
  readonly connectMs: number;
  /** Patience for the answer to one command. Default 20 s. */
  readonly commandMs: number;
  /** Patience for a whole conversation, so that a server that answers slowly on purpose is left. Default 2 min. */
  readonly conversationMs: number;
  /** How long after the last try an address that was refused for the moment is tried again, once. Default 5 min. */
  readonly greylistWaitMs: number;
  /** How long a verdict is kept, and what is known about a domain. Default 24 h. */
  readonly keepMs: number;
  /** How many verdicts and domains are kept. Default 100,000 each. */
  readonly maxKept: number;
}

export const DEFAULT_LIMITS: VerifierLimits = {
  maxConnections: 20,
  connectionsPerServer: 2,
  pauseMs: 2_000,
  recipientsPerConnection: 20,
  serversPerDomain: 4,
  connectMs: 10_000,
  commandMs: 20_000,
  conversationMs: 120_000,
  greylistWaitMs: 300_000,
  keepMs: 24 * 3_600_000,
  maxKept: 100_000,
};
