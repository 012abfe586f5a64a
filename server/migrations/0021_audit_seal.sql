CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"sealed_from" bigint NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "audit_head_one_row" CHECK ("audit_head"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "client" text;--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "key_id" text;--> statement-breakpoint
-- A row trigger does not see TRUNCATE.
CREATE TRIGGER audit_logs_no_truncate BEFORE TRUNCATE ON audit_logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_head_no_delete BEFORE DELETE OR TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
