/** An answer of the API that is not a success, or no answer at all (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly errorCode: string;
  readonly context: Record<string, unknown>;
  /** The server's id of the request, to find it in the logs; null when there was no answer. */
  readonly requestId: string | null;
  constructor(
    status: number,
    errorCode: string,
    message: string,
    context: Record<string, unknown> = {},
    requestId: string | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.errorCode = errorCode;
    this.context = context;
    this.requestId = requestId;
  }
}

/** True for an error of the API with this code. */
export function hasCode(error: unknown, errorCode: string): boolean {
  return error instanceof ApiError && error.errorCode === errorCode;
}

/** The sentence to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return 'Sorry, something went wrong. Please reload page.';
}
