CREATE TABLE "scoring_analysis_reports" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"inputs" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'Calculating' NOT NULL,
	"job_id" text,
	"results" jsonb,
	"error" text,
	"calculated_at" timestamp with time zone,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scoring_analysis_reports_status" CHECK ("scoring_analysis_reports"."status" in ('Calculating', 'Processed', 'Error'))
);
--> statement-breakpoint
CREATE TABLE "scoring_configs" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"rules" jsonb NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"processing_status" text DEFAULT 'Waiting' NOT NULL,
	"computed_version" bigint,
	"problem" text,
	"associated_report_id" text,
	"last_modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scoring_configs_processing_status" CHECK ("scoring_configs"."processing_status" in ('Waiting', 'Running', 'Fresh'))
);
--> statement-breakpoint
ALTER TABLE "scoring_analysis_reports" ADD CONSTRAINT "scoring_analysis_reports_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scoring_configs" ADD CONSTRAINT "scoring_configs_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scoring_analysis_reports_by_age" ON "scoring_analysis_reports" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "scoring_configs_name_is_unique" ON "scoring_configs" USING btree ("client_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "scoring_configs_one_default" ON "scoring_configs" USING btree ("client_id") WHERE "scoring_configs"."is_default";