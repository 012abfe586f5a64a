ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD COLUMN "building" text;--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD COLUMN "floor" text;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "building" text;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "floor" text;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "reopened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pip_reports" ADD COLUMN "shared_cost_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" in ('case_created', 'case_cancelled', 'case_due_changed', 'case_reminder', 'case_overdue', 'inspection_submitted', 'inspection_flagged', 'inspection_approved', 'reinspection_requested', 'pip_submitted', 'pip_accepted', 'pip_item_started', 'pip_item_reopened', 'pip_item_reported', 'pip_item_returned', 'pip_item_verified', 'pip_request_asked', 'pip_request_answered', 'pip_request_message', 'pip_waiver_expired', 'message'));