CREATE TABLE "crm_call_limits" (
	"account" text NOT NULL,
	"lane" text NOT NULL,
	"max" integer NOT NULL,
	"target" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"busy_until" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "crm_call_limits_account_lane_pk" PRIMARY KEY("account","lane")
);
--> statement-breakpoint
CREATE TABLE "integration_jobs" (
	"job_id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"integration_id" text NOT NULL,
	"task_name" text NOT NULL,
	"status" text DEFAULT 'WAITING' NOT NULL,
	"scope" jsonb NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"progress_percent" integer DEFAULT 0 NOT NULL,
	"message" text,
	"paused_until" timestamp with time zone,
	"plan" jsonb,
	"is_settled" boolean DEFAULT false NOT NULL,
	"undoes" text,
	"requested_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "integration_jobs_status" CHECK ("integration_jobs"."status" in ('WAITING', 'IN_PROGRESS', 'COMPLETE', 'FAILED', 'CANCELLED'))
);
--> statement-breakpoint
CREATE TABLE "integration_mappings" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text NOT NULL,
	"integration_id" text NOT NULL,
	"record_type" text NOT NULL,
	"internal_name" text NOT NULL,
	"external_name" text NOT NULL,
	"update_strategy" text NOT NULL,
	"is_own_field" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_states" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"user_id" text NOT NULL,
	"integration_type" text NOT NULL,
	"is_salesforce_sandbox" boolean DEFAULT false NOT NULL,
	"encrypted_verifier" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_journal" (
	"client_id" text NOT NULL,
	"job_id" text NOT NULL,
	"record_type" text NOT NULL,
	"record_id" text NOT NULL,
	"company_id" text NOT NULL,
	"state" text NOT NULL,
	"action" text NOT NULL,
	"payload_hash" text,
	"external_id" text,
	"was_created" boolean DEFAULT false NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_journal_job_id_record_type_record_id_pk" PRIMARY KEY("job_id","record_type","record_id")
);
--> statement-breakpoint
CREATE TABLE "sync_statuses" (
	"client_id" text NOT NULL,
	"integration_id" text NOT NULL,
	"record_type" text NOT NULL,
	"record_id" text NOT NULL,
	"company_id" text NOT NULL,
	"external_id" text,
	"match_key" text,
	"was_created_by_quarry" boolean DEFAULT false NOT NULL,
	"is_sync_disabled" boolean DEFAULT false NOT NULL,
	"may_create" boolean DEFAULT false NOT NULL,
	"payload_hash" text,
	"sent_fields" text[] DEFAULT '{}'::text[] NOT NULL,
	"first_synced_at" timestamp with time zone,
	"last_synced_at" timestamp with time zone,
	"last_sync_attempt_at" timestamp with time zone,
	"last_job_id" text,
	"last_sync_status" text,
	"error_code" text,
	"error_field" text,
	"error_value" text,
	"error_message" text,
	"candidates" jsonb,
	CONSTRAINT "sync_statuses_integration_id_record_type_record_id_pk" PRIMARY KEY("integration_id","record_type","record_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text NOT NULL,
	"integration_id" text NOT NULL,
	"job_id" text,
	"record_type" text NOT NULL,
	"record_ids" text[] NOT NULL,
	"url" text NOT NULL,
	"request_headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_body" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"response_status" integer,
	"response_body" text,
	"error" text,
	"batch" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "integrations_of_client";--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "credentials_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "token_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "credential_scopes" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "external_account" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "is_salesforce_sandbox" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "connected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "connected_by" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "problem_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "problem_mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "last_auto_sync_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "import_run" bigint;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "import_rows" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "last_import_started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "last_import_finished_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "integration_jobs" ADD CONSTRAINT "integration_jobs_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_jobs" ADD CONSTRAINT "integration_jobs_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_mappings" ADD CONSTRAINT "integration_mappings_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_mappings" ADD CONSTRAINT "integration_mappings_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_journal" ADD CONSTRAINT "sync_journal_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_journal" ADD CONSTRAINT "sync_journal_job_id_integration_jobs_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."integration_jobs"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_statuses" ADD CONSTRAINT "sync_statuses_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_statuses" ADD CONSTRAINT "sync_statuses_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "integration_jobs_by_age" ON "integration_jobs" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "integration_jobs_one_at_a_time" ON "integration_jobs" USING btree ("integration_id") WHERE "integration_jobs"."status" in ('WAITING', 'IN_PROGRESS') and "integration_jobs"."task_name" <> 'Import';--> statement-breakpoint
CREATE UNIQUE INDEX "integration_mappings_one_per_field" ON "integration_mappings" USING btree ("integration_id","record_type","internal_name");--> statement-breakpoint
CREATE UNIQUE INDEX "integration_mappings_one_per_target" ON "integration_mappings" USING btree ("integration_id","record_type","external_name");--> statement-breakpoint
CREATE INDEX "integration_mappings_of_client" ON "integration_mappings" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oauth_states_of_client" ON "oauth_states" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "sync_journal_of_client" ON "sync_journal" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "sync_journal_unknown" ON "sync_journal" USING btree ("job_id") WHERE "sync_journal"."state" = 'intended';--> statement-breakpoint
CREATE INDEX "sync_statuses_of_company" ON "sync_statuses" USING btree ("client_id","company_id");--> statement-breakpoint
CREATE INDEX "sync_statuses_by_link" ON "sync_statuses" USING btree ("integration_id","record_type","external_id") WHERE "sync_statuses"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "sync_statuses_by_match" ON "sync_statuses" USING btree ("integration_id","record_type","match_key") WHERE "sync_statuses"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "sync_statuses_with_errors" ON "sync_statuses" USING btree ("client_id","integration_id","record_type","error_code","error_field") WHERE "sync_statuses"."error_code" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("client_id","integration_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_job" ON "webhook_deliveries" USING btree ("job_id","batch");--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_one_per_type" ON "integrations" USING btree ("client_id","integration_type");