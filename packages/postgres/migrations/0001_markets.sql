CREATE TABLE "executions" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'RUNNING' NOT NULL,
	"input_hash" text NOT NULL,
	"progress" real,
	"output" jsonb,
	"error" text,
	"requested_by" text,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"polled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"abort_requested_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "executions_progress_is_a_fraction" CHECK ("executions"."progress" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "markets" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"draft_criteria" jsonb NOT NULL,
	"draft_version" integer DEFAULT 1 NOT NULL,
	"has_unpublished_changes" boolean DEFAULT true NOT NULL,
	"published_criteria" jsonb,
	"published_configs" jsonb,
	"published_at" timestamp with time zone,
	"is_live" boolean DEFAULT false NOT NULL,
	"is_pending_review" boolean DEFAULT false NOT NULL,
	"requested_is_live" boolean,
	"requested_by" text,
	"requested_at" timestamp with time zone,
	"is_sourcing_due" boolean DEFAULT false NOT NULL,
	"companies_added" integer DEFAULT 0 NOT NULL,
	"companies_withheld" integer DEFAULT 0 NOT NULL,
	"last_sourced_at" timestamp with time zone,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "markets_published_with_criteria" CHECK (("markets"."published_at" is null) = ("markets"."published_criteria" is null)),
	CONSTRAINT "markets_pending_with_request" CHECK (not "markets"."is_pending_review" or "markets"."requested_is_live" is not null)
);
--> statement-breakpoint
ALTER TABLE "executions" ADD CONSTRAINT "executions_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "executions_by_input" ON "executions" USING btree ("client_id","kind","input_hash","created_at");--> statement-breakpoint
CREATE INDEX "executions_by_age" ON "executions" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "markets_name_is_unique" ON "markets" USING btree ("client_id",lower("name"));--> statement-breakpoint
CREATE INDEX "markets_of_client" ON "markets" USING btree ("client_id","created_at");