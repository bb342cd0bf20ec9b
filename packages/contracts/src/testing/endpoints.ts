import type { Endpoint } from '../endpoint.ts';
import * as contracts from '../index.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'output' in value;
}

/** All endpoints, for tests that cover every one. */
export const ENDPOINTS: readonly Endpoint[] = Object.values<unknown>(contracts).filter(isEndpoint);
