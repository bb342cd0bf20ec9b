/** The reasons for a failed statement that callers distinguish. */
export type WarehouseErrorKind =
  /** It hit its time limit. */
  | 'timeout'
  /** It or the engine hit a memory limit. */
  | 'memory'
  /** The caller aborted it, or the warehouse was closed. */
  | 'aborted'
  /** It reads, returns or nests more than the limits allow. */
  | 'too_complex'
  /** The engine cannot be reached or accepts no work; a retry may help. */
  | 'unavailable'
  /** Anything else: an invalid statement, a missing table, bad data. */
  | 'query';

const MESSAGES: Readonly<Record<WarehouseErrorKind, string>> = {
  timeout: 'The query took too long and was stopped',
  memory: 'The query needed more memory than it may use',
  aborted: 'The query was aborted',
  too_complex: 'The query is too complex',
  unavailable: 'The data engine is not available',
  query: 'The query failed',
};

/** A failed statement. The message is safe to show; `cause` has the engine's error, for logs only. */
export class WarehouseError extends Error {
  readonly kind: WarehouseErrorKind;
  /** ClickHouse's error number, if the engine answered. */
  readonly clickhouseCode: number | undefined;

  constructor(kind: WarehouseErrorKind, clickhouseCode?: number, cause?: unknown) {
    super(MESSAGES[kind], cause === undefined ? undefined : { cause });
    this.name = 'WarehouseError';
    this.kind = kind;
    this.clickhouseCode = clickhouseCode;
  }
}

// Numbers from ClickHouse's ErrorCodes.cpp.
const KIND_OF_CODE = new Map<number, WarehouseErrorKind>([
  [159, 'timeout'], // TIMEOUT_EXCEEDED
  [160, 'timeout'], // TOO_SLOW
  [241, 'memory'], // MEMORY_LIMIT_EXCEEDED
  [173, 'memory'], // CANNOT_ALLOCATE_MEMORY
  [394, 'aborted'], // QUERY_WAS_CANCELLED
  [734, 'aborted'], // QUERY_WAS_CANCELLED_BY_CLIENT
  [158, 'too_complex'], // TOO_MANY_ROWS
  [161, 'too_complex'], // TOO_MANY_COLUMNS
  [167, 'too_complex'], // TOO_DEEP_AST
  [168, 'too_complex'], // TOO_BIG_AST
  [191, 'too_complex'], // SET_SIZE_LIMIT_EXCEEDED
  [306, 'too_complex'], // TOO_DEEP_RECURSION
  [307, 'too_complex'], // TOO_MANY_BYTES
  [396, 'too_complex'], // TOO_MANY_ROWS_OR_BYTES
  [202, 'unavailable'], // TOO_MANY_SIMULTANEOUS_QUERIES
  [209, 'unavailable'], // SOCKET_TIMEOUT
  [210, 'unavailable'], // NETWORK_ERROR
  [225, 'unavailable'], // NO_ZOOKEEPER
  [236, 'unavailable'], // ABORTED
  [242, 'unavailable'], // TABLE_IS_READ_ONLY
  [243, 'unavailable'], // NOT_ENOUGH_SPACE
  [279, 'unavailable'], // ALL_CONNECTION_TRIES_FAILED
  [516, 'unavailable'], // AUTHENTICATION_FAILED
  [999, 'unavailable'], // KEEPER_EXCEPTION
]);

export function kindOfCode(code: number | undefined): WarehouseErrorKind {
  return (code === undefined ? undefined : KIND_OF_CODE.get(code)) ?? 'query';
}

/** ClickHouse's error number in a driver's error, following `cause`. */
export function clickhouseCodeOf(error: unknown): number | undefined {
  let current = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    if ('clickhouseCode' in current && typeof current.clickhouseCode === 'number') return current.clickhouseCode;
    // The HTTP client's `code` is a number as text; a system error's is a word such as ECONNRESET.
    if ('code' in current && typeof current.code === 'string' && /^\d+$/.test(current.code))
      return Number(current.code);
    const inMessage = /\bCode: (\d+)\./.exec(current.message);
    if (inMessage) return Number(inMessage[1]);
    current = current.cause;
  }
  return undefined;
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
  'HPE_INVALID_CONSTANT',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** True if the connection failed rather than the statement. */
export function isNetworkError(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string' && NETWORK_CODES.has(current.code)) return true;
    // Errors of Node's HTTP client and of the ClickHouse client.
    if (/^(?:socket hang up|aborted|Timeout error\.)$/.test(current.message)) return true;
    current = current.cause;
  }
  return false;
}

/** Wraps a driver's error; returns a `WarehouseError` unchanged. */
export function toWarehouseError(error: unknown): WarehouseError {
  if (error instanceof WarehouseError) return error;
  const code = clickhouseCodeOf(error);
  if (code === undefined && isNetworkError(error)) return new WarehouseError('unavailable', undefined, error);
  return new WarehouseError(kindOfCode(code), code, error);
}
