import { z } from 'zod';

/** Every error code of the API with its HTTP status: a closed list. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  VALIDATION_FAILED: 422,
  INVALID_FILTER: 422,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  NAME_TAKEN: 409,
  USER_EXISTS: 409,
  INSUFFICIENT_CREDITS: 409,
  BUILD_IN_PROGRESS: 409,
  DATASET_NOT_BUILT: 409,
  RESOURCE_OUT_OF_SYNC: 409,
  RESOURCE_LOCKED: 409,
  BREAKING_CHANGES: 409,
  COUNT_CHANGED: 409,
  CONFIG_IN_USE: 409,
  MARKET_PUBLISHED: 409,
  MARKET_IN_USE: 409,
  NOTHING_TO_PUBLISH: 409,
  NOT_PENDING_REVIEW: 409,
  TAG_IN_USE: 409,
  SEGMENT_IN_USE: 409,
  SCORING_FIELD_IN_USE: 409,
  INTEGRATION_JOB_ALREADY_RUNNING: 400,
  INTEGRATION_INCORRECTLY_CONFIGURED: 400,
  REMOVED_IMPORT_FIELD_IN_USE: 400,
  CRM_REFUSED: 400,
  CYCLE: 422,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  REQUEST_TIMEOUT: 408,
  MISDIRECTED_REQUEST: 421,
  HEADERS_TOO_LARGE: 431,
  INVALID_CODE: 400,
  WEAK_PASSWORD: 400,
  TOO_MANY_REQUESTS: 429,
  QUERY_TOO_EXPENSIVE: 422,
  REQUEST_ABORTED: 499,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DATA_DAMAGED: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of every error response. */
export const errorBody = z.object({
  message: z.string(),
  errorCode: z.string(),
  context: z.record(z.string(), z.unknown()),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** An error for the caller: its message, code and context leave the server unchanged. */
export class AppError extends Error {
  readonly errorCode: ErrorCode;
  readonly context: Record<string, unknown>;
  constructor(errorCode: ErrorCode, message: string, context: Record<string, unknown> = {}) {
    super(message);
    this.name = 'AppError';
    this.errorCode = errorCode;
    this.context = context;
  }
  get status(): number {
    return ERROR_STATUS[this.errorCode];
  }
}
