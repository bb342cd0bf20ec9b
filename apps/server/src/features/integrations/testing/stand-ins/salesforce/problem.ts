import { Refused } from '../stand-in.ts';

/** An error in Salesforce's form. */
export const problem = (errorCode: string, message: string) => [{ errorCode, message }];

export const refuse = (status: number, errorCode: string, message: string) =>
  new Refused(status, problem(errorCode, message));

/** Salesforce's answer to an organisation that has used up its day, or has too many calls at once. */
export const limitExceeded = (limit: 'TotalRequests' | 'ConcurrentRequests') =>
  refuse(403, 'REQUEST_LIMIT_EXCEEDED', `${limit} Limit exceeded.`);
