import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

const flag = z.enum(['on', 'off']).transform((value) => value === 'on');
const blankAsMissing = (value: unknown): unknown => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsMissing, schema.optional());

/** An address or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  // Not /0: whoever trusts everybody trusts nobody's address.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const networks = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), 'must be addresses or networks such as 10.0.0.0/8, with commas between');

const address = z.url({ protocol: /^https?$/ });

const environment = z.object({
  NODE_ENV: optional(z.enum(['development', 'production', 'test'])),
  PORT: optional(z.coerce.number().int().min(0).max(65535)),
  HOST: optional(z.string()),
  QUARRY_DATA_DIR: optional(z.string()),
  QUARRY_PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  // An empty key is a mistake of whoever set it, not a wish for a generated one.
  QUARRY_SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  QUARRY_BACKUP_PASSPHRASE: optional(z.string().min(12, 'must have at least 12 characters')),
  QUARRY_TRUSTED_PROXIES: optional(networks),
  QUARRY_MONITORING_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  QUARRY_MAX_LOSS_PERCENT: optional(z.coerce.number().min(0).max(100)),
  QUARRY_MIN_FREE_DISK_MB: optional(z.coerce.number().int().min(0)),
  QUARRY_MAX_UPLOAD_MB: optional(z.coerce.number().int().min(1)),
  QUARRY_OUTBOX: optional(flag),
  QUARRY_BANNER: optional(z.string().max(1_000)),
  QUARRY_DEMO: optional(flag),
  QUARRY_DEMO_PASSWORD: optional(z.string().min(8, 'must have at least 8 characters')),
  QUARRY_DEMO_COMPANIES: optional(z.coerce.number().int().min(1).max(50_000_000)),
  QUARRY_ROLE: optional(z.enum(['all', 'api', 'worker'])),
  QUARRY_MEMORY_LIMIT_MB: optional(z.coerce.number().int().min(512)),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  CLICKHOUSE_URL: optional(z.url({ protocol: /^https?$/ })),
  CLICKHOUSE_CLUSTER: optional(z.string().regex(/^[A-Za-z0-9_-]+$/, 'must be a cluster name')),
  S3_BUCKET: optional(z.string()),
  S3_REGION: optional(z.string()),
  S3_ENDPOINT: optional(z.url()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  MAIL: optional(flag),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.string()),
  EMAIL_VERIFIER: optional(z.enum(['off', 'smtp'])),
  EMAIL_VERIFIER_HELO: optional(
    z
      .string()
      .regex(/^(?=.{4,253}$)(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/i, 'must be a host name such as mail.acme.example'),
  ),
  EMAIL_VERIFIER_FROM: optional(z.email('must be an e-mail address')),
  QUARRY_PRIVATE_TARGETS: optional(flag),
  QUARRY_HUBSPOT_AUTH_URL: optional(address),
  QUARRY_HUBSPOT_API_URL: optional(address),
  QUARRY_HUBSPOT_CLIENT_ID: optional(z.string()),
  QUARRY_HUBSPOT_CLIENT_SECRET: optional(z.string()),
  QUARRY_SALESFORCE_LOGIN_URL: optional(address),
  QUARRY_SALESFORCE_SANDBOX_LOGIN_URL: optional(address),
  QUARRY_SALESFORCE_CLIENT_ID: optional(z.string()),
  QUARRY_SALESFORCE_CLIENT_SECRET: optional(z.string()),
  QUARRY_SALESFORCE_API_VERSION: optional(z.string().regex(/^\d{2}\.0$/, 'must be a version such as 66.0')),
  QUARRY_PIPEDRIVE_AUTH_URL: optional(address),
  QUARRY_PIPEDRIVE_CLIENT_ID: optional(z.string()),
  QUARRY_PIPEDRIVE_CLIENT_SECRET: optional(z.string()),
  OIDC_ISSUER: optional(z.url()),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_AUDIENCE: optional(z.string()),
  LOG_LEVEL: optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])),
});

/** Settings from the environment, parsed once at start. */
export interface Config {
  readonly mode: 'development' | 'production' | 'test';
  readonly host: string;
  /** Others on the network can reach this process. */
  readonly isExposed: boolean;
  readonly port: number;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** URL of the web app, without a trailing slash. */
  readonly publicUrl: string;
  /** Null in development, where a key is generated into the data folder. */
  readonly secretKey: string | null;
  /** Encrypts the secrets in backups. Null if they stay out. */
  readonly backupPassphrase: string | null;
  /** Addresses and networks whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[];
  /** Opens metrics, readiness details and API docs. Null closes them, except for this machine outside production. */
  readonly monitoringToken: string | null;
  /** Largest share of rows, 0 to 1, that a build may lose without a reason. */
  readonly maxLoss: number;
  /** Builds, imports and exports begin only with this much space on the data folder's disk. */
  readonly minFreeDiskBytes: number;
  /** Of a file that staff upload. */
  readonly maxUploadBytes: number;
  /** True if the development outbox can be read in the browser. */
  readonly hasOutboxPage: boolean;
  /** Sentences shown above every page of every account. */
  readonly bannerAlerts: readonly string[];
  readonly demo: { readonly isOn: boolean; readonly password: string | null; readonly companies: number };
  readonly role: 'all' | 'api' | 'worker';
  /** Memory limit of the embedded engine. Null uses the driver's default. */
  readonly memoryLimitBytes: number | null;
  readonly databaseUrl: string | null;
  readonly clickhouse: { readonly url: string; readonly cluster: string | null } | null;
  readonly s3: {
    readonly bucket: string;
    readonly region: string;
    readonly endpoint: string | null;
    readonly accessKeyId: string | null;
    readonly secretAccessKey: string | null;
  } | null;
  /** False drops every mail, for installations that decline mail on purpose. */
  readonly isMailOn: boolean;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** The name and the sender that mail servers are asked with. Null if e-mail addresses are not verified. */
  readonly emailVerifier: { readonly heloName: string; readonly mailFrom: string } | null;
  /** True if requests to addresses that others name may go to private networks and this machine. */
  readonly allowsPrivateTargets: boolean;
  /** The CRMs' addresses, and the app by which accounts connect to each; null without one. */
  readonly crms: CrmSettings;
  readonly oidc: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string | null;
    readonly audience: string;
  } | null;
  readonly logLevel: string;
}

/** An invalid setting; the message names it and says why. */
export class ConfigError extends Error {}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;

/** True for a host that only this machine can connect to. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Reads the configuration. Throws a `ConfigError` with one sentence per invalid setting. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues
        .map((issue) => `The setting ${issue.path.join('.')} is invalid: ${issue.message}.`)
        .join('\n'),
    );
  }
  const values = parsed.data;
  const mode = values.NODE_ENV ?? 'development';
  const port = values.PORT ?? 4100;
  const isProduction = mode === 'production';
  if (isProduction && values.QUARRY_SECRET_KEY === undefined) {
    throw new ConfigError(
      'The setting QUARRY_SECRET_KEY is required in production: a random text of 32 characters or more.',
    );
  }
  for (const name of ['QUARRY_DEMO', 'QUARRY_OUTBOX'] as const) {
    if (isProduction && values[name] === true) {
      throw new ConfigError(`The setting ${name} cannot be on in production.`);
    }
  }
  if (isProduction && values.SMTP_URL === undefined && values.MAIL !== false) {
    throw new ConfigError(
      'The setting SMTP_URL is required in production, because invitations and password resets go by mail. Set MAIL=off to do without mail.',
    );
  }
  if (values.SMTP_URL !== undefined && values.MAIL === false) {
    throw new ConfigError('The settings SMTP_URL and MAIL=off contradict each other.');
  }
  if (values.OIDC_ISSUER !== undefined && values.OIDC_CLIENT_ID === undefined) {
    throw new ConfigError('The setting OIDC_CLIENT_ID is required with OIDC_ISSUER.');
  }
  if (values.CLICKHOUSE_CLUSTER !== undefined && values.CLICKHOUSE_URL === undefined) {
    throw new ConfigError('The setting CLICKHOUSE_URL is required with CLICKHOUSE_CLUSTER.');
  }
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = values;
  // Outside production nothing that helps a developer may answer anybody but this machine.
  const host = values.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1');
  const isExposed = !isLoopback(host);
  const isForDevelopers = !isProduction && !isExposed;
  return {
    mode,
    host,
    isExposed,
    port,
    dataDir: resolve(values.QUARRY_DATA_DIR ?? './.data'),
    publicUrl: (values.QUARRY_PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    secretKey: values.QUARRY_SECRET_KEY ?? null,
    backupPassphrase: values.QUARRY_BACKUP_PASSPHRASE ?? null,
    trustedProxies: values.QUARRY_TRUSTED_PROXIES ?? [],
    monitoringToken: values.QUARRY_MONITORING_TOKEN ?? null,
    maxLoss: (values.QUARRY_MAX_LOSS_PERCENT ?? 20) / 100,
    minFreeDiskBytes: (values.QUARRY_MIN_FREE_DISK_MB ?? 512) * 1024 * 1024,
    maxUploadBytes: (values.QUARRY_MAX_UPLOAD_MB ?? 10_240) * 1024 * 1024,
    hasOutboxPage: values.QUARRY_OUTBOX ?? isForDevelopers,
    bannerAlerts: (values.QUARRY_BANNER ?? '').split(' | ').filter((sentence) => sentence.trim() !== ''),
    demo: {
      isOn: values.QUARRY_DEMO ?? (mode === 'development' && isForDevelopers),
      password: values.QUARRY_DEMO_PASSWORD ?? null,
      companies: values.QUARRY_DEMO_COMPANIES ?? 50_000,
    },
    role: values.QUARRY_ROLE ?? 'all',
    memoryLimitBytes: values.QUARRY_MEMORY_LIMIT_MB === undefined ? null : values.QUARRY_MEMORY_LIMIT_MB * 1024 * 1024,
    databaseUrl: values.DATABASE_URL ?? null,
    clickhouse:
      values.CLICKHOUSE_URL === undefined
        ? null
        : { url: values.CLICKHOUSE_URL, cluster: values.CLICKHOUSE_CLUSTER ?? null },
    s3:
      values.S3_BUCKET === undefined
        ? null
        : {
            bucket: values.S3_BUCKET,
            region: values.S3_REGION ?? 'us-east-1',
            endpoint: values.S3_ENDPOINT ?? null,
            accessKeyId: values.S3_ACCESS_KEY_ID ?? null,
            secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? null,
          },
    isMailOn: values.MAIL ?? true,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? 'Quarry <no-reply@quarry.test>',
    emailVerifier: emailVerifierOf(values),
    allowsPrivateTargets: values.QUARRY_PRIVATE_TARGETS ?? false,
    crms: readCrmSettings(values),
    oidc:
      issuer === undefined || clientId === undefined
        ? null
        : {
            issuer,
            clientId,
            clientSecret: values.OIDC_CLIENT_SECRET ?? null,
            audience: values.OIDC_AUDIENCE ?? clientId,
          },
    logLevel: values.LOG_LEVEL ?? (mode === 'test' ? 'silent' : 'info'),
  };
}

/** The app of this installation at a CRM. */
export interface CrmApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Addresses have no trailing slash. */
export interface CrmSettings {
  readonly hubspot: { readonly app: CrmApp | null; readonly authUrl: string; readonly apiUrl: string };
  readonly salesforce: {
    readonly app: CrmApp | null;
    readonly loginUrl: string;
    readonly sandboxLoginUrl: string;
    readonly apiVersion: string;
  };
  readonly pipedrive: { readonly app: CrmApp | null; readonly authUrl: string };
}

function readCrmSettings(values: z.output<typeof environment>): CrmSettings {
  const appOf = (crm: 'HUBSPOT' | 'SALESFORCE' | 'PIPEDRIVE'): CrmApp | null => {
    const clientId = values[`QUARRY_${crm}_CLIENT_ID`];
    const clientSecret = values[`QUARRY_${crm}_CLIENT_SECRET`];
    if (clientId === undefined && clientSecret === undefined) return null;
    if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
    throw new ConfigError(`The settings QUARRY_${crm}_CLIENT_ID and QUARRY_${crm}_CLIENT_SECRET belong together.`);
  };
  const addressOf = (
    name:
      | `QUARRY_${'HUBSPOT' | 'PIPEDRIVE'}_AUTH_URL`
      | 'QUARRY_HUBSPOT_API_URL'
      | `QUARRY_SALESFORCE_${'' | 'SANDBOX_'}LOGIN_URL`,
    usual: string,
  ): string => {
    const chosen = (values[name] ?? usual).replace(/\/+$/, '');
    if (chosen.startsWith('http:') && values.QUARRY_PRIVATE_TARGETS !== true) {
      throw new ConfigError(`The setting ${name} must be an https address, unless QUARRY_PRIVATE_TARGETS is on.`);
    }
    return chosen;
  };
  return {
    hubspot: {
      app: appOf('HUBSPOT'),
      authUrl: addressOf('QUARRY_HUBSPOT_AUTH_URL', 'https://app.hubspot.com'),
      apiUrl: addressOf('QUARRY_HUBSPOT_API_URL', 'https://api.hubapi.com'),
    },
    salesforce: {
      app: appOf('SALESFORCE'),
      loginUrl: addressOf('QUARRY_SALESFORCE_LOGIN_URL', 'https://login.salesforce.com'),
      sandboxLoginUrl: addressOf('QUARRY_SALESFORCE_SANDBOX_LOGIN_URL', 'https://test.salesforce.com'),
      apiVersion: values.QUARRY_SALESFORCE_API_VERSION ?? '66.0',
    },
    pipedrive: {
      app: appOf('PIPEDRIVE'),
      authUrl: addressOf('QUARRY_PIPEDRIVE_AUTH_URL', 'https://oauth.pipedrive.com'),
    },
  };
}

function emailVerifierOf(values: z.output<typeof environment>): Config['emailVerifier'] {
  if (values.EMAIL_VERIFIER !== 'smtp') return null;
  const { EMAIL_VERIFIER_HELO: heloName, EMAIL_VERIFIER_FROM: mailFrom } = values;
  if (heloName === undefined || mailFrom === undefined) {
    throw new ConfigError(
      'The settings EMAIL_VERIFIER_HELO and EMAIL_VERIFIER_FROM are required with EMAIL_VERIFIER=smtp.',
    );
  }
  return { heloName, mailFrom };
}
