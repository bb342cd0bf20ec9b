CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"client_id" text,
	"actor_user_id" text,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"name" text NOT NULL,
	"lifecycle_stage" text DEFAULT 'OTHER' NOT NULL,
	"feature_flags" text[] DEFAULT '{}'::text[] NOT NULL,
	"app_settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"company_limit" integer,
	"is_sourcing_enabled" boolean DEFAULT true NOT NULL,
	"auto_sync_enabled" boolean DEFAULT false NOT NULL,
	"sourcing_criteria" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"field_definitions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"data_block_configs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"custom_data_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"exclude_company_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"is_calibration_mode_enabled" boolean DEFAULT false NOT NULL,
	"calibration_mode_companies" text[] DEFAULT '{}'::text[] NOT NULL,
	"scheduled_for_deletion_at" timestamp with time zone,
	"config_version" integer DEFAULT 1 NOT NULL,
	"dataset_version" bigint,
	"last_data_sync_started_at" timestamp with time zone,
	"last_data_sync_completed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clients_name_unique" UNIQUE("name"),
	CONSTRAINT "clients_name_is_a_slug" CHECK ("clients"."name" ~ '^[a-z0-9_-]+$'),
	CONSTRAINT "clients_company_limit_is_not_negative" CHECK ("clients"."company_limit" >= 0)
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"client_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"company_id" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"email" text,
	"email_verification_status" text,
	"position" text,
	"seniority" text,
	"country" text,
	"location" text,
	"tenure_months" integer,
	"is_former_employment" boolean DEFAULT false NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"person_url" text,
	"segments" text[] DEFAULT '{}'::text[] NOT NULL,
	"segment_personas" text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT "contacts_client_id_contact_id_pk" PRIMARY KEY("client_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "credit_ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" text NOT NULL,
	"credit_type" text NOT NULL,
	"amount" bigint NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"reference" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"balance_after" bigint,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "credit_ledger_charges_once" UNIQUE("client_id","idempotency_key"),
	CONSTRAINT "credit_ledger_balance_is_not_negative" CHECK ("credit_ledger"."balance_after" >= 0),
	CONSTRAINT "credit_ledger_kind" CHECK ("credit_ledger"."kind" in ('GRANT', 'CONSUME', 'SET', 'REMOVE'))
);
--> statement-breakpoint
CREATE TABLE "dataset_versions" (
	"version" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dataset_versions_version_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" text NOT NULL,
	"status" text DEFAULT 'BUILDING' NOT NULL,
	"schema" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"row_count" bigint,
	"withheld_count" bigint,
	"phase" text,
	"checkpoint" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone,
	"retired_at" timestamp with time zone,
	CONSTRAINT "dataset_versions_status" CHECK ("dataset_versions"."status" in ('BUILDING', 'READY', 'RETIRED', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "company_sync_statuses" (
	"client_id" text NOT NULL,
	"integration_id" text NOT NULL,
	"company_id" text NOT NULL,
	"external_id" text,
	"first_synced_at" timestamp with time zone,
	"last_synced_at" timestamp with time zone,
	"last_sync_attempt_at" timestamp with time zone,
	"last_sync_status" text,
	"last_sync_error" jsonb,
	"is_sync_disabled" boolean DEFAULT false NOT NULL,
	"was_created_by_quarry" boolean DEFAULT false NOT NULL,
	CONSTRAINT "company_sync_statuses_client_id_integration_id_company_id_pk" PRIMARY KEY("client_id","integration_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text NOT NULL,
	"integration_type" text NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"encrypted_credentials" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text,
	"type" text NOT NULL,
	"status" text DEFAULT 'WAITING' NOT NULL,
	"input" jsonb NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"message" text,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"checkpoint" jsonb,
	"error" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"singleton_key" text,
	"concurrency_key" text,
	"run_after" timestamp with time zone DEFAULT now() NOT NULL,
	"worker_id" text,
	"lease_until" timestamp with time zone,
	"cancel_requested_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"requested_by" text,
	CONSTRAINT "jobs_status" CHECK ("jobs"."status" in ('WAITING', 'PROCESSING', 'COMPLETE', 'ERROR', 'CANCELLED')),
	CONSTRAINT "jobs_progress_is_a_fraction" CHECK ("jobs"."progress" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"client_id" text NOT NULL,
	"user_id" text NOT NULL,
	"permissions" text[] DEFAULT '{USER}'::text[] NOT NULL,
	"is_pending_acceptance" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_client_id_user_id_pk" PRIMARY KEY("client_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "password_reset_codes" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"user_id" text NOT NULL,
	"code_hmac" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"user_id" text NOT NULL,
	"refresh_token_hash" text NOT NULL,
	"previous_refresh_token_hash" text,
	"refreshed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"user_agent" text,
	CONSTRAINT "sessions_refresh_token_hash_unique" UNIQUE("refresh_token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user_settings" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"user_id" text NOT NULL,
	"client_id" text,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_settings_one_per_key" UNIQUE NULLS NOT DISTINCT("user_id","client_id","key")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"temporary_password_expires_at" timestamp with time zone,
	"staff_permissions" text[] DEFAULT '{}'::text[] NOT NULL,
	"oidc_subject" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_signed_in_at" timestamp with time zone,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_oidc_subject_unique" UNIQUE("oidc_subject"),
	CONSTRAINT "users_email_is_lower_case" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_versions" ADD CONSTRAINT "dataset_versions_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_sync_statuses" ADD CONSTRAINT "company_sync_statuses_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_sync_statuses" ADD CONSTRAINT "company_sync_statuses_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset_codes" ADD CONSTRAINT "password_reset_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_of_client" ON "audit_log" USING btree ("client_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_of_actor" ON "audit_log" USING btree ("actor_user_id","at");--> statement-breakpoint
CREATE INDEX "contacts_of_company" ON "contacts" USING btree ("client_id","company_id");--> statement-breakpoint
CREATE INDEX "credit_ledger_by_type" ON "credit_ledger" USING btree ("client_id","credit_type","id");--> statement-breakpoint
CREATE INDEX "dataset_versions_of_client" ON "dataset_versions" USING btree ("client_id","version");--> statement-breakpoint
CREATE INDEX "company_sync_statuses_of_company" ON "company_sync_statuses" USING btree ("client_id","company_id");--> statement-breakpoint
CREATE INDEX "integrations_of_client" ON "integrations" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "jobs_of_client" ON "jobs" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ("type","status","created_at") WHERE "jobs"."status" in ('WAITING', 'PROCESSING');--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_one_per_singleton_key" ON "jobs" USING btree ("type",coalesce("client_id"::text, ''),"singleton_key") WHERE "jobs"."singleton_key" is not null and "jobs"."status" in ('WAITING', 'PROCESSING');--> statement-breakpoint
CREATE INDEX "memberships_of_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_reset_codes_of_user" ON "password_reset_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "rate_limits_by_window" ON "rate_limits" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_of_user" ON "sign_in_challenges" USING btree ("user_id");