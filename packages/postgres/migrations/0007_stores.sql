CREATE TABLE "stores" (
	"store" text PRIMARY KEY NOT NULL,
	"identity" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
