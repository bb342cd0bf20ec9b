CREATE TABLE "table_ledger" (
	"database" text NOT NULL,
	"name" text NOT NULL,
	"client_id" text,
	"rows" bigint NOT NULL,
	"is_being_written" boolean DEFAULT false NOT NULL,
	"unreadable_part" text,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "table_ledger_database_name_pk" PRIMARY KEY("database","name")
);
--> statement-breakpoint
ALTER TABLE "table_ledger" ADD CONSTRAINT "table_ledger_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
SELECT set_config('quarry.client_id', '*', true);
--> statement-breakpoint
INSERT INTO "table_ledger" ("database", "name", "client_id", "rows")
SELECT 'client_' || clients.name, tables.prefix || versions.version, clients.id, versions.row_count
FROM clients
JOIN dataset_versions versions ON versions.version = clients.dataset_version
CROSS JOIN (VALUES ('dataset_'), ('rows_')) AS tables (prefix)
WHERE versions.row_count IS NOT NULL;
--> statement-breakpoint
SELECT set_config('quarry.client_id', '', true);
