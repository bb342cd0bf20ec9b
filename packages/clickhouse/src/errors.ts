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
  /** It would read a table whose stored rows are incomplete or unreadable. */
  | 'damaged'
  /** Anything else: an invalid statement, a missing table, bad data. */
  | 'query';

const MESSAGES: Readonly<Record<WarehouseErrorKind, string>> = {
  timeout: 'The query took too long and was stopped',
  memory: 'The query needed more memory than it may use',
  aborted: 'The query was aborted',
  too_complex: 'The query is too complex',
  unavailable: 'The data engine is not available',
  damaged: 'Stored data is damaged',
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
  [40, 'damaged'], // CHECKSUM_DOESNT_MATCH
  [226, 'damaged'], // NO_FILE_IN_DATA_PART
  [227, 'damaged'], // UNEXPECTED_FILE_IN_DATA_PART
  [228, 'damaged'], // BAD_SIZE_OF_FILE_IN_DATA_PART
  [230, 'damaged'], // NOT_FOUND_EXPECTED_DATA_PART
  [231, 'damaged'], // TOO_MANY_UNEXPECTED_DATA_PARTS
  [246, 'damaged'], // CORRUPTED_DATA
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
  const isDamage = code !== undefined && READ_FAILURES.has(code) && unreadablePart(error) !== null;
  return new WarehouseError(isDamage ? 'damaged' : kindOfCode(code), code, error);
}

// Damage if the engine was reading a part, but these numbers also have harmless causes.
const READ_FAILURES = new Set([
  32, // ATTEMPT_TO_READ_AFTER_EOF
  33, // CANNOT_READ_ALL_DATA
  39, // TOO_LARGE_SIZE_COMPRESSED
  74, // CANNOT_READ_FROM_FILE_DESCRIPTOR
  76, // CANNOT_OPEN_FILE
  87, // CANNOT_SEEK_THROUGH_FILE
  107, // FILE_DOESNT_EXIST
  117, // INCORRECT_DATA
  271, // CANNOT_DECOMPRESS
  432, // UNKNOWN_CODEC
  618, // LZ4_DECODER_FAILED
]);

const READING_PART = /while reading from part \S*\/(\w+)\/ in table (`[^`]+`|\w+)\.(`[^`]+`|\w+) /;

/** A part of a table that the engine could not read. */
export interface UnreadablePart {
  readonly database: string;
  readonly table: string;
  readonly part: string;
}

/** The part that a failed statement could not read, following `cause`; null if reading was not the problem. */
export function unreadablePart(error: unknown): UnreadablePart | null {
  let current = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    const [, part, database, table] = READING_PART.exec(current.message) ?? [];
    if (part !== undefined && database !== undefined && table !== undefined) {
      return { database: database.replaceAll('`', ''), table: table.replaceAll('`', ''), part };
    }
    current = current.cause;
  }
  return null;
}
