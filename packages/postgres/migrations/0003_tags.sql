CREATE TABLE "tags" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"processing_status" text DEFAULT 'Waiting' NOT NULL,
	"company_count" bigint,
	"problem" text,
	"last_modified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tags_processing_status" CHECK ("tags"."processing_status" in ('Waiting', 'Running', 'Fresh'))
);
--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name_is_unique" ON "tags" USING btree ("client_id",lower("name"));--> statement-breakpoint
CREATE INDEX "tags_not_fresh" ON "tags" USING btree ("client_id") WHERE "tags"."processing_status" <> 'Fresh';