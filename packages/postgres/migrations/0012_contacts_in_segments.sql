ALTER TABLE "contacts" DROP COLUMN "segments";--> statement-breakpoint
ALTER TABLE "contacts" DROP COLUMN "segment_personas";