ALTER TABLE "markets" ADD COLUMN "is_paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "review_outcome" text;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "reviewed_by" text;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "reviewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "review_note" text;--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_live_or_paused" CHECK (not ("markets"."is_live" and "markets"."is_paused"));--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_reviewed_by_someone" CHECK (("markets"."review_outcome" is null) = ("markets"."reviewed_by" is null));