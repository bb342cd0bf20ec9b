CREATE TABLE "score_recalculations" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "score_recalculations_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" text NOT NULL,
	"scoring_config_id" text,
	"version" bigint NOT NULL,
	"reason" text NOT NULL,
	"rules" jsonb NOT NULL,
	"changes" bigint NOT NULL,
	"status" text DEFAULT 'Writing' NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "score_recalculations_reason" CHECK ("score_recalculations"."reason" in ('rules', 'data', 'both')),
	CONSTRAINT "score_recalculations_status" CHECK ("score_recalculations"."status" in ('Writing', 'Done', 'Dropped'))
);
--> statement-breakpoint
ALTER TABLE "scoring_configs" ADD COLUMN "computed_rules" jsonb;--> statement-breakpoint
ALTER TABLE "score_recalculations" ADD CONSTRAINT "score_recalculations_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_recalculations" ADD CONSTRAINT "score_recalculations_scoring_config_id_scoring_configs_id_fk" FOREIGN KEY ("scoring_config_id") REFERENCES "public"."scoring_configs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "score_recalculations_by_field" ON "score_recalculations" USING btree ("scoring_config_id","number");--> statement-breakpoint
SELECT set_config('quarry.client_id', '*', true);--> statement-breakpoint
UPDATE "scoring_configs" SET "computed_rules" = "rules" WHERE "computed_version" IS NOT NULL AND "processing_status" = 'Fresh' AND "problem" IS NULL;--> statement-breakpoint
SELECT set_config('quarry.client_id', '', true);
