CREATE TABLE "client_config_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_config_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" text NOT NULL,
	"config" jsonb NOT NULL,
	"company_limit" integer,
	"changed_parts" text[] NOT NULL,
	"saved_by" text,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coverage_analyses" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"name" text NOT NULL,
	"client_name" text NOT NULL,
	"domains" text[] NOT NULL,
	"sourcing_criteria" jsonb NOT NULL,
	"data_block_configs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"field_ranges" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dataset_usage" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dataset_usage_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"companies" integer NOT NULL,
	"withheld" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "estimation_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"config" jsonb NOT NULL,
	"count" bigint,
	"requested_by_email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"frozen_run" bigint,
	"frozen_at" timestamp with time zone,
	"frozen_count" bigint,
	"frozen_revision" text
);
--> statement-breakpoint
CREATE TABLE "resource_locks" (
	"type" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"acquired_at" timestamp with time zone NOT NULL,
	"renewed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "resource_locks_type_id_pk" PRIMARY KEY("type","id")
);
--> statement-breakpoint
CREATE TABLE "staff_exports" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"export_name" text NOT NULL,
	"config" jsonb NOT NULL,
	"status" text DEFAULT 'WAITING' NOT NULL,
	"job_id" text,
	"file_key" text,
	"row_count" integer,
	"bytes" bigint,
	"error" text,
	"requested_by_email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "staff_exports_status" CHECK ("staff_exports"."status" in ('WAITING', 'PROCESSING', 'COMPLETE', 'FAILED'))
);
--> statement-breakpoint
ALTER TABLE "executions" ALTER COLUMN "client_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "enrichment_destinations" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "other_enrichment_stages" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "crm_data_pull_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "crm_data_pull_config" jsonb;--> statement-breakpoint
ALTER TABLE "client_config_versions" ADD CONSTRAINT "client_config_versions_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_usage" ADD CONSTRAINT "dataset_usage_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_locks" ADD CONSTRAINT "resource_locks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_config_versions_of_client" ON "client_config_versions" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "coverage_analyses_by_age" ON "coverage_analyses" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "dataset_usage_of_client" ON "dataset_usage" USING btree ("client_id","at");--> statement-breakpoint
CREATE INDEX "staff_exports_by_age" ON "staff_exports" USING btree ("created_at");