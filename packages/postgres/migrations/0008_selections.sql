ALTER TABLE "clients" ADD COLUMN "excluded_since_build" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "exclusions_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "csv_exports" ADD COLUMN "snapshot" jsonb;