import type * as contracts from '@quarry/contracts';
import { clientConfig } from '@quarry/contracts';
import { z } from 'zod';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import type { Verb } from '#server/platform/mount.ts';

const schema = z.toJSONSchema(clientConfig, { io: 'input', unrepresentable: 'any' });

/** The name is to be replaced. */
const startConfig = defaultConfig('new');

/** The JSON schema of client configs, and the config that a new client starts with. */
export const getCcmSchema: Verb<typeof contracts.getCcmSchema> = async () => ({
  schema: { ...schema },
  defaultConfig: startConfig,
});
