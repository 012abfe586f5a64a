ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "photos" DROP CONSTRAINT "photos_belongs_check";--> statement-breakpoint
ALTER TABLE "pip_items" DROP CONSTRAINT "pip_items_status_check";--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "plan_item_id" uuid;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "actual_cost" numeric(8, 2);--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "invoice" text;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "work_note" text;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "reported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "completed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "photos_once_per_plan_item" ON "photos" USING btree ("plan_item_id","sha256");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" in ('case_created', 'case_cancelled', 'inspection_submitted', 'inspection_flagged', 'inspection_approved', 'reinspection_requested', 'pip_submitted', 'pip_accepted', 'pip_item_reported', 'pip_item_returned', 'pip_item_verified', 'message'));--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_belongs_check" CHECK (num_nonnulls("photos"."area_session_id", "photos"."inspection_id", "photos"."plan_item_id") = 1);--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_status_check" CHECK ("pip_items"."status" in ('pending', 'approved', 'rejected', 'waived', 'in_progress', 'awaiting_verification', 'completed'));--> statement-breakpoint
-- By hand: the key that the tables cannot name.
ALTER TABLE "photos" ADD CONSTRAINT "photos_plan_item_id_pip_items_id_fk" FOREIGN KEY ("plan_item_id") REFERENCES "public"."pip_items"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Finished work is verified, or returned; a decision is taken back while the plan is a draft.
DROP TRIGGER pip_items_transition ON pip_items;
--> statement-breakpoint
CREATE TRIGGER pip_items_transition BEFORE UPDATE OF status ON pip_items FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('pending>approved', 'pending>rejected', 'pending>waived', 'rejected>pending', 'waived>pending', 'approved>in_progress', 'in_progress>awaiting_verification', 'in_progress>completed', 'awaiting_verification>completed', 'awaiting_verification>in_progress');
