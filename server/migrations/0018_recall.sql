ALTER TABLE "inspections" ADD COLUMN "submission_reason" text;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "opened_by" uuid;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- An owner recalls what no reviewer has opened.
DROP TRIGGER inspections_transition ON inspections;
--> statement-breakpoint
CREATE TRIGGER inspections_transition BEFORE UPDATE OF status ON inspections FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('in_progress>pending_review', 'pending_review>approved', 'pending_review>requires_action', 'requires_action>pending_review', 'pending_review>in_progress');
--> statement-breakpoint
-- Nobody knows who has opened what waits now: nothing of it is recalled.
UPDATE inspections SET opened_at = updated_at WHERE status = 'pending_review';
