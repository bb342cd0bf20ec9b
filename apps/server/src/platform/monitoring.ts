import { AppError } from '@quarry/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { isFromThisMachine } from './hosts.ts';
import { isSameText } from './is-same-text.ts';

/** The token of a caller: a bearer token, or the password that a browser asked for. */
function tokenOf({ headers }: FastifyRequest): string {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) (.+)$/i.exec(headers.authorization ?? '') ?? [];
  if (scheme.toLowerCase() !== 'basic') return value;
  const pair = Buffer.from(value, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}

/** True for callers with the monitoring token; without one, for this machine outside production. */
export function mayMonitor({ monitoringToken, mode }: Config, request: FastifyRequest): boolean {
  if (monitoringToken === null) return mode !== 'production' && isFromThisMachine(request);
  return isSameText(tokenOf(request), monitoringToken);
}

/** A hook for addresses that describe the installation. */
export const forMonitoring =
  (config: Config) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (mayMonitor(config, request)) return;
    if (config.monitoringToken === null) {
      throw new AppError('FORBIDDEN', 'Set QUARRY_MONITORING_TOKEN and send it as a bearer token or password.');
    }
    reply.header('www-authenticate', 'Basic realm="Quarry monitoring", charset="UTF-8"');
    throw new AppError('UNAUTHENTICATED', 'Please send the monitoring token as a bearer token or password.');
  };
