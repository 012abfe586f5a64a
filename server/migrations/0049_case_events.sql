CREATE TABLE "case_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"case_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "case_events_key_unique" UNIQUE("case_id","key"),
	CONSTRAINT "case_events_kind_check" CHECK ("case_events"."kind" in ('mailed', 'linked', 'onboarded', 'started', 'due_changed', 'reminded', 'overdue', 'completed', 'reopened', 'cancelled', 'expired'))
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "case_events" ADD CONSTRAINT "case_events_case_id_inspection_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."inspection_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_events" ADD CONSTRAINT "case_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_events_case_index" ON "case_events" USING btree ("case_id","created_at","id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" in ('case_created', 'case_cancelled', 'case_due_changed', 'case_reminder', 'case_overdue', 'inspection_submitted', 'inspection_flagged', 'inspection_approved', 'reinspection_requested', 'pip_submitted', 'pip_accepted', 'pip_item_reported', 'pip_item_returned', 'pip_item_verified', 'message'));--> statement-breakpoint
-- The log of what was done tells the earlier steps of the cases that are there.
INSERT INTO case_events (case_id, kind, user_id, created_at)
  SELECT c.id, substr(a.action, 6), CASE WHEN a.action = 'case.expired' THEN NULL ELSE u.id END, a.created_at
  FROM audit_logs a
    JOIN inspection_cases c ON c.id::text = a.entity_id
    LEFT JOIN users u ON u.id = a.user_id
  WHERE a.entity_type = 'case'
    AND a.action IN ('case.linked', 'case.onboarded', 'case.started', 'case.completed', 'case.reopened', 'case.cancelled', 'case.expired');
