CREATE TABLE "erased_people" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"salt" text NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erased_people_kind_is_known" CHECK ("erased_people"."kind" in ('EMAIL', 'PERSON'))
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"client_id" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"note" text,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_kind_is_known" CHECK ("suppressions"."kind" in ('EMAIL', 'PERSON', 'DOMAIN'))
);
--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_value_is_unique" ON "suppressions" USING btree ("client_id","kind","value");--> statement-breakpoint
CREATE INDEX "suppressions_newest_first" ON "suppressions" USING btree ("client_id","created_at");