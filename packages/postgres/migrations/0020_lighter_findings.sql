ALTER TABLE "persona_companies" DROP CONSTRAINT "persona_companies_client_id_clients_id_fk";
--> statement-breakpoint
ALTER TABLE "segment_contacts" DROP CONSTRAINT "segment_contacts_client_id_clients_id_fk";
--> statement-breakpoint
ALTER TABLE "segment_contacts" DROP CONSTRAINT "segment_contacts_segment_id_segments_id_fk";
