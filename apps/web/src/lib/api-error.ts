/** An error response of the API, or no response at all (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly errorCode: string;
  readonly context: Record<string, unknown>;
  /** The request's id in the server's logs; null without a response. */
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

export function hasCode(error: unknown, errorCode: string): boolean {
  return error instanceof ApiError && error.errorCode === errorCode;
}

/** The message to show for anything thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return 'Sorry, something went wrong. Please reload page.';
}
