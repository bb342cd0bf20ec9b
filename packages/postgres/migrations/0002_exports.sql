CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"prefix" text NOT NULL,
	"scope" text NOT NULL,
	"expires_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "api_keys_scope_is_known" CHECK ("api_keys"."scope" in ('read', 'write'))
);
--> statement-breakpoint
CREATE TABLE "csv_exports" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text NOT NULL,
	"type" text NOT NULL,
	"export_name" text,
	"config" jsonb NOT NULL,
	"status" text DEFAULT 'WAITING' NOT NULL,
	"job_id" text,
	"row_count" integer,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"note" text,
	"requested_by" text NOT NULL,
	"requested_by_email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "csv_exports_status" CHECK ("csv_exports"."status" in ('WAITING', 'PROCESSING', 'COMPLETE', 'FAILED', 'CANCELLED')),
	CONSTRAINT "csv_exports_complete_expires" CHECK ("csv_exports"."status" <> 'COMPLETE' or "csv_exports"."expires_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "csv_exports" ADD CONSTRAINT "csv_exports_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_of_client" ON "api_keys" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "api_keys_of_user" ON "api_keys" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "csv_exports_of_client" ON "csv_exports" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "csv_exports_with_files" ON "csv_exports" USING btree ("created_at") WHERE "csv_exports"."removed_at" is null;