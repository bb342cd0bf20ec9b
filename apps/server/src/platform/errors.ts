import { WarehouseError } from '@quarry/clickhouse';
import { AppError, type ErrorBody } from '@quarry/contracts';
import { InvalidFilterError } from '@quarry/filters';
import { BusyError, isLockTimeout, isUnreachable } from '@quarry/postgres';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { diskFull, isDiskFull } from './disk-space.ts';

const SHORT_BODY_BYTES = 16 * 1024;

const unavailable = () => new AppError('UNAVAILABLE', 'The data store cannot be reached right now. Please try again.');

/** The error of anything that would read damaged tables; the operator's problems say which. */
export const dataDamaged = () =>
  new AppError(
    'DATA_DAMAGED',
    'Part of the stored data is damaged, so this cannot be answered in full. Whoever runs this installation finds the details on the system page and in the log.',
  );

function fromWarehouse(error: WarehouseError): AppError {
  switch (error.kind) {
    case 'timeout':
      return new AppError('QUERY_TOO_EXPENSIVE', 'This took too long. Please narrow the filter and try again.');
    case 'memory':
    case 'too_complex':
      return new AppError(
        'QUERY_TOO_EXPENSIVE',
        'This needs more memory than one request may use. Please narrow the filter and try again.',
      );
    case 'aborted':
      return new AppError('REQUEST_ABORTED', 'The request was cancelled.');
    case 'unavailable':
      return unavailable();
    case 'damaged':
      return dataDamaged();
    case 'query':
      return new AppError('INTERNAL', 'Sorry, an error occurred.');
  }
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_');
}

/** The error as an `AppError`, if its message is meant for the caller; otherwise null. */
export function findAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof WarehouseError && error.kind === 'damaged') return dataDamaged();
  if (!(error instanceof InvalidFilterError)) return null;
  const { message, ruleIds, problems } = error;
  return new AppError('INVALID_FILTER', message, { ruleIds, problems });
}

/** Turns anything thrown into an error that can be shown. Unknown errors become INTERNAL, without their message. */
export function toAppError(error: unknown): AppError {
  const known = findAppError(error);
  if (known !== null) return known;
  if (isDiskFull(error)) return diskFull();
  if (error instanceof WarehouseError) return fromWarehouse(error);
  if (isFastifyError(error)) {
    if (error.statusCode === 413) return new AppError('PAYLOAD_TOO_LARGE', 'The request is too large.');
    if (error.statusCode === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Please send application/json.');
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return new AppError('BAD_REQUEST', 'The request could not be read.', { reason: error.code });
    }
  }
  // Body parsers and routers throw plain errors with a client status.
  if (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode < 500
  ) {
    return new AppError('BAD_REQUEST', 'The request could not be read.');
  }
  if (isUnreachable(error)) return unavailable();
  if (error instanceof BusyError) {
    return new AppError('TOO_MANY_REQUESTS', 'Too many requests are waiting. Please try again in a moment.', {
      retryAfterSeconds: 2,
    });
  }
  if (isLockTimeout(error)) {
    return new AppError('CONFLICT', 'Someone else is changing this right now. Please try again in a moment.', {
      retryAfterSeconds: 2,
    });
  }
  return new AppError('INTERNAL', 'Sorry, an error occurred.');
}

/** Node would read the rest of a refused body, however long. A short one has arrived with the headers. */
function hasUnreadBody({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SHORT_BODY_BYTES;
}

/** Sends an error in the contract's format. The log keeps details that the caller must not see. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const found = toAppError(thrown);
  // Closing stores abort statements too, with the caller still connected.
  const error = found.errorCode === 'REQUEST_ABORTED' && !reply.raw.destroyed ? unavailable() : found;
  if (error.errorCode === 'UNAVAILABLE')
    request.log.warn({ requestId: request.id, err: thrown }, 'a store is unreachable');
  else if (error.status >= 500) request.log.error({ requestId: request.id, err: thrown }, 'request failed');
  if (hasUnreadBody(request)) reply.header('connection', 'close');
  const retryAfter = error.context.retryAfterSeconds;
  if (typeof retryAfter === 'number') reply.header('retry-after', String(Math.ceil(retryAfter)));
  const body: ErrorBody = { message: error.message, errorCode: error.errorCode, context: error.context };
  return reply.status(error.status).send(body);
}

export const notFound = (): AppError => new AppError('NOT_FOUND', 'There is nothing at this address.');

/** Answers an unknown address in the contract's format. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerError(notFound(), request, reply);
}
