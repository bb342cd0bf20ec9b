import { z } from 'zod';
import { client } from './client.ts';
import { clientConfig, LIFECYCLE_STAGES } from './client-config.ts';
import { endpoint } from './endpoint.ts';
import { FEATURE_FLAGS } from './permissions.ts';

const view = { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' } as const;
const edit = { kind: 'staff', permission: 'EDIT_ACCOUNTS' } as const;
const count = z.number().int().nonnegative();
const name = z.string().min(1).max(63);
const instant = z.string();

export const CLIENTS_PAGE_SIZE = 50;
/** Days between scheduling the deletion of a client and the deletion. */
export const DELETION_DELAY_DAYS = 7;

/** The state of a client's latest build; null if it never had one. */
const dataSyncStatus = z.enum(['IN_PROGRESS', 'COMPLETE', 'FAILED']).nullable();

/** A client as the list of all clients shows it. */
export const clientSummary = z.object({
  clientName: z.string(),
  lifecycleStage: z.enum(LIFECYCLE_STAGES),
  lastDataSyncStartedAt: instant.nullable(),
  lastDataSyncCompletedAt: instant.nullable(),
  scheduledForDeletionAt: instant.nullable(),
  dataSyncStatus,
  /** In the dataset. */
  companies: count,
  companyLimit: count.nullable(),
  creditBalances: client.shape.creditBalances,
});
export type ClientSummary = z.infer<typeof clientSummary>;

/** The clients by name. `stages` counts the clients found in each stage, whatever stage is asked for. */
export const listClientConfigs = endpoint({
  method: 'GET',
  path: '/admin/client-configs',
  summary: 'The clients of the installation',
  access: view,
  audit: false,
  isCompressed: true,
  query: z.object({
    search: z.string().max(255).default(''),
    lifecycleStage: z.enum(LIFECYCLE_STAGES).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(CLIENTS_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({
    items: z.array(clientSummary),
    count,
    stages: z.partialRecord(z.enum(LIFECYCLE_STAGES), count),
  }),
});

/** The version of each part of a config, which changes with its content. */
const partVersions = z.record(z.string(), z.string());
export type PartVersions = z.infer<typeof partVersions>;

const savedConfig = z.object({ config: clientConfig, versions: partVersions, summary: clientSummary });
export type SavedClientConfig = z.infer<typeof savedConfig>;

export const getClientConfig = endpoint({
  method: 'GET',
  path: '/admin/client-configs/:name',
  summary: 'The config of a client',
  access: view,
  audit: false,
  isCompressed: true,
  params: z.object({ name }),
  output: savedConfig,
});

/** Parts of a config, or all of it; checked as a whole, so that all problems are reported at once. */
const configParts = z.record(z.string().max(100), z.unknown());

/** Creates a client with the default config and these parts. Starts no build. */
export const createClientConfig = endpoint({
  method: 'POST',
  path: '/admin/client-configs',
  summary: 'Create a client',
  access: edit,
  audit: 'client.created',
  body: z.object({
    config: configParts,
    /** Takes the parts that are not given from this client: all but its name, exclusions and scheduled deletion. */
    cloneOf: name.nullable().default(null),
  }),
  output: savedConfig,
});

/**
 * Saves parts of a config. The caller must hold the lock of the config and send the versions of the parts as it read
 * them: parts that it left as they were keep what others saved meanwhile, and a part that both changed is refused with
 * RESOURCE_OUT_OF_SYNC. Changed criteria need the count of net-new companies, and breaking changes a confirmation.
 * Starts no build.
 */
export const saveClientConfig = endpoint({
  method: 'PUT',
  path: '/admin/client-configs/:name',
  summary: 'Save the config of a client',
  access: edit,
  audit: 'client.config-saved',
  params: z.object({ name }),
  body: z.object({
    config: configParts,
    versions: partVersions.default({}),
    netNewCompanies: count.nullable().default(null),
    confirmsBreakingChanges: z.boolean().default(false),
  }),
  output: savedConfig,
});

/** A problem of a config: the place, the broken rule, and what the rule compares with. */
export const configProblem = z.object({
  instancePath: z.string(),
  schemaPath: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.unknown()),
});
export type ConfigProblem = z.infer<typeof configProblem>;

export const DEPENDANT_KINDS = ['tag', 'segment', 'scoring', 'view', 'integration', 'market'] as const;

/** Something of an account that uses a data point or a configuration. */
export const configDependant = z.object({
  kind: z.enum(DEPENDANT_KINDS),
  id: z.string(),
  name: z.string(),
  /** `rule`: its result stays as it is and it shows the broken rule. `column`: it only loses the column. */
  use: z.enum(['rule', 'order', 'column', 'criteria', 'mapping']),
});
export type ConfigDependant = z.infer<typeof configDependant>;

/** A change of a config that breaks whatever uses the data point. */
export const breakingChange = z.object({
  kind: z.enum(['REMOVED', 'RENAMED', 'CHANGED']),
  fieldName: z.string(),
  displayName: z.string(),
  /** Of a renamed data point. */
  newFieldName: z.string().nullable(),
  dependants: z.array(configDependant),
});
export type BreakingChange = z.infer<typeof breakingChange>;

/** A part that differs from the saved config; lists tell what came, went and changed, by name. */
export const configDifference = z.object({
  part: z.string(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** Each with what it was and what it is. */
  changed: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
});
export type ConfigDifference = z.infer<typeof configDifference>;

/** Checks parts of a config as a save would, and tells what it would change. A name that no client has is a new one. */
export const validateClientConfig = endpoint({
  method: 'POST',
  path: '/admin/client-configs/:name/validate',
  summary: 'Check the config of a client',
  access: view,
  audit: false,
  params: z.object({ name }),
  body: z.object({
    config: configParts,
    versions: partVersions.default({}),
    /** The parts as the caller read them, to tell what others did to those that conflict. */
    base: configParts.default({}),
  }),
  output: z.object({
    problems: z.array(configProblem),
    /** What others changed since the versions in parts that the caller changed too. */
    conflicts: z.array(configDifference),
    /** The versions of the saved parts now. */
    versions: partVersions,
    differences: z.array(configDifference),
    breakingChanges: z.array(breakingChange),
    isCriteriaChanged: z.boolean(),
  }),
});

const turnover = z.object({
  /** Companies of the dataset after the build. */
  companies: count,
  entering: count,
  leaving: count,
  /** New companies that the company limit keeps out. */
  withheld: count,
});

/** What saving a config would do at the next build. */
export const configImpact = z.object({
  /** Companies that match the criteria and that the client doesn't have. */
  netNewCompanies: count,
  /** Companies that come and go with the next build: a normal one, and one that resets the dataset. */
  build: turnover,
  reset: turnover,
  columns: z.object({
    appearing: z.array(z.string()),
    vanishing: z.array(z.string()),
    /** Computed anew under another configuration. */
    recomputed: z.array(z.string()),
  }),
  /** Tags, segments, scores and views whose result depends on a column that changes. */
  affected: z.array(configDependant.extend({ isBroken: z.boolean() })),
  /** Contact credits that personas could spend on companies that enter; null if contacts cost nothing. */
  contactCredits: z.object({ atMost: count, balance: count }).nullable(),
  /** How long a build is likely to take, from the last one; null before the first. */
  buildSeconds: count.nullable(),
});
export type ConfigImpact = z.infer<typeof configImpact>;

/** Computes what saving parts of a config would do. Ends with its request. */
export const estimateConfigImpact = endpoint({
  method: 'POST',
  path: '/admin/client-configs/:name/impact',
  summary: 'What saving the config of a client would change',
  access: view,
  audit: false,
  params: z.object({ name }),
  body: z.object({ config: configParts, versions: partVersions.default({}) }),
  output: configImpact,
});

export const getDataSyncStatus = endpoint({
  method: 'GET',
  path: '/admin/client-configs/:name/data-sync-status',
  summary: 'The state of a client’s build',
  access: view,
  audit: false,
  params: z.object({ name }),
  output: z.object({
    status: dataSyncStatus,
    percentage: z.number().min(0).max(100),
    /** The id of the build. */
    executionArn: z.string().nullable(),
    /** What it does, or how it ended. */
    phase: z.string().nullable(),
    error: z.string().nullable(),
    startedAt: instant.nullable(),
    lastDataSyncCompletedAt: instant.nullable(),
  }),
});

/** An earlier config of a client. */
const configVersion = z.object({
  id: z.string(),
  savedAt: instant,
  /** Null for changes made in the account. */
  savedBy: z.string().nullable(),
  changedParts: z.array(z.string()),
});
export type ConfigVersion = z.infer<typeof configVersion>;

/** The configs that a client had, newest first. */
export const listConfigVersions = endpoint({
  method: 'GET',
  path: '/admin/client-configs/:name/versions',
  summary: 'The earlier configs of a client',
  access: view,
  audit: false,
  params: z.object({ name }),
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(configVersion), count }),
});

/** An earlier config with its difference to the current one, to restore it in the editor. */
export const getConfigVersion = endpoint({
  method: 'GET',
  path: '/admin/client-configs/:name/versions/:versionId',
  summary: 'An earlier config of a client',
  access: view,
  audit: false,
  isCompressed: true,
  params: z.object({ name, versionId: z.string().regex(/^\d{1,15}$/) }),
  output: configVersion.extend({
    config: clientConfig,
    /** What restoring it would change. */
    differences: z.array(configDifference),
  }),
});

/** The JSON schema of client configs, and the config that a new client starts with. */
export const getCcmSchema = endpoint({
  method: 'GET',
  path: '/admin/ccm-schema',
  summary: 'The JSON schema of client configs',
  access: view,
  audit: false,
  output: z.object({ schema: z.record(z.string(), z.unknown()), defaultConfig: clientConfig }),
});

/** The features that can be switched on for a client, with what they mean. */
export const listFeatureFlags = endpoint({
  method: 'GET',
  path: '/admin/feature-flags',
  summary: 'The feature flags',
  access: view,
  audit: false,
  output: z.object({ flags: z.array(z.object({ name: z.enum(FEATURE_FLAGS), description: z.string() })) }),
});
