CREATE TABLE "persona_companies" (
	"client_id" text NOT NULL,
	"persona_id" text NOT NULL,
	"company_id" text NOT NULL,
	"revision" integer NOT NULL,
	"finished_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "persona_companies_persona_id_company_id_pk" PRIMARY KEY("persona_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "personas" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text NOT NULL,
	"segment_id" text NOT NULL,
	"name" text NOT NULL,
	"criteria_groups" jsonb NOT NULL,
	"search_options" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"search_status" text DEFAULT 'NEW' NOT NULL,
	"error_reason" text,
	"search_note" text,
	"spent_credits" integer DEFAULT 0 NOT NULL,
	"was_started" boolean DEFAULT false NOT NULL,
	"queued_at" timestamp with time zone,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "personas_search_status" CHECK ("personas"."search_status" in ('NEW', 'QUEUED', 'RUNNING', 'COMPLETE', 'ERROR'))
);
--> statement-breakpoint
CREATE TABLE "segment_contacts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "segment_contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" text NOT NULL,
	"segment_id" text NOT NULL,
	"persona_id" text NOT NULL,
	"company_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"group_at" integer NOT NULL,
	"rank" integer,
	"inclusion_status" text NOT NULL,
	"included_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removed_reason" text,
	"raw_name" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"person_url" text,
	"position" text NOT NULL,
	"seniority" text,
	"country" text,
	CONSTRAINT "segment_contacts_inclusion_status" CHECK ("segment_contacts"."inclusion_status" in ('INCLUDED', 'WAS_INCLUDED_REMOVED', 'CANDIDATE_CHECKED_NOT_INCLUDED')),
	CONSTRAINT "segment_contacts_times" CHECK (("segment_contacts"."inclusion_status" = 'CANDIDATE_CHECKED_NOT_INCLUDED') = ("segment_contacts"."included_at" is null)
        and ("segment_contacts"."inclusion_status" = 'WAS_INCLUDED_REMOVED') = ("segment_contacts"."removed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"filters" jsonb,
	"inclusions" jsonb NOT NULL,
	"exclusions" jsonb NOT NULL,
	"limit_options" jsonb,
	"is_dynamic" boolean DEFAULT false NOT NULL,
	"selected_columns" text[],
	"revision" integer DEFAULT 1 NOT NULL,
	"computed_revision" integer DEFAULT 0 NOT NULL,
	"run" bigint,
	"run_rows" bigint DEFAULT 0 NOT NULL,
	"size_companies" bigint DEFAULT 0 NOT NULL,
	"not_found_domains" integer DEFAULT 0 NOT NULL,
	"first_computed_at" timestamp with time zone,
	"last_computed_at" timestamp with time zone,
	"update_status" text DEFAULT 'RUNNING' NOT NULL,
	"refresh_status" text DEFAULT 'COMPLETE' NOT NULL,
	"problem" text,
	"last_modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "segments_update_status" CHECK ("segments"."update_status" in ('RUNNING', 'COMPLETE', 'ERROR')),
	CONSTRAINT "segments_refresh_status" CHECK ("segments"."refresh_status" in ('RUNNING', 'COMPLETE'))
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "derived_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "phone_number" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "persona_companies" ADD CONSTRAINT "persona_companies_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persona_companies" ADD CONSTRAINT "persona_companies_persona_id_personas_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personas" ADD CONSTRAINT "personas_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personas" ADD CONSTRAINT "personas_segment_id_segments_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."segments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_contacts" ADD CONSTRAINT "segment_contacts_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_contacts" ADD CONSTRAINT "segment_contacts_segment_id_segments_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."segments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_contacts" ADD CONSTRAINT "segment_contacts_persona_id_personas_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "personas_name_is_unique" ON "personas" USING btree ("segment_id",lower("name"));--> statement-breakpoint
CREATE INDEX "personas_of_segment" ON "personas" USING btree ("client_id","segment_id","created_at");--> statement-breakpoint
CREATE INDEX "personas_in_queue" ON "personas" USING btree ("client_id","queued_at") WHERE "personas"."search_status" = 'QUEUED';--> statement-breakpoint
CREATE UNIQUE INDEX "segment_contacts_current" ON "segment_contacts" USING btree ("persona_id","contact_id") WHERE "segment_contacts"."inclusion_status" <> 'WAS_INCLUDED_REMOVED';--> statement-breakpoint
CREATE INDEX "segment_contacts_of_company" ON "segment_contacts" USING btree ("client_id","segment_id","company_id");--> statement-breakpoint
CREATE INDEX "segment_contacts_of_contact" ON "segment_contacts" USING btree ("client_id","contact_id");--> statement-breakpoint
CREATE INDEX "segment_contacts_by_time" ON "segment_contacts" USING btree ("client_id","segment_id","included_at");--> statement-breakpoint
CREATE UNIQUE INDEX "segments_name_is_unique" ON "segments" USING btree ("client_id",lower("name"));--> statement-breakpoint
CREATE INDEX "segments_by_age" ON "segments" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "segments_not_computed" ON "segments" USING btree ("client_id") WHERE "segments"."revision" > "segments"."computed_revision";