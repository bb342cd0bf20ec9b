CREATE TABLE "company_files" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"stored_bytes" bigint DEFAULT 0 NOT NULL,
	"uploaded_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "company_imports" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"run" bigint GENERATED ALWAYS AS IDENTITY (sequence name "company_imports_run_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request" jsonb NOT NULL,
	"file_id" text,
	"is_dry_run" boolean NOT NULL,
	"requested_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"status" text DEFAULT 'WAITING' NOT NULL,
	"error" text,
	"summary" jsonb,
	"can_be_undone" boolean DEFAULT false NOT NULL,
	"undo_began_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"undone_by" text,
	CONSTRAINT "company_imports_status" CHECK ("company_imports"."status" in ('WAITING', 'PROCESSING', 'COMPLETE', 'ERROR', 'CANCELLED'))
);
--> statement-breakpoint
ALTER TABLE "company_imports" ADD CONSTRAINT "company_imports_file_id_company_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."company_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_imports_by_age" ON "company_imports" USING btree ("created_at");--> statement-breakpoint
INSERT INTO "company_imports" ("id", "request", "is_dry_run", "requested_by", "created_at", "started_at", "finished_at", "status", "error", "summary")
SELECT "id", "input", ("input"->>'isDryRun')::boolean, "requested_by", "created_at", "started_at", "finished_at", "status", "error", "checkpoint"
FROM "jobs" WHERE "type" = 'company-import' AND "client_id" IS NULL ORDER BY "created_at";
